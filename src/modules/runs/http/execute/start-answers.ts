import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { Config } from '#host/config/config.js';
import { Turn } from '#host/loop/turn.js';
import { isLargeJson, writeJson } from '#host/loop/write-json.js';
import { QueueExecution } from '../../start/queue-execution.command.js';
import { RunExecution } from '../../start/run-execution.command.js';
import type { StartRequest } from '../../start/start-request.js';
import { StreamExecution } from '../../start/stream-execution.command.js';
import { FollowExecution } from '../../watch/follow-execution.query.js';
import { KeyInUse } from '../../store/claims.js';
import { ContinuesElsewhere } from '../../watch/continues-elsewhere.js';
import { AdmittedStreams } from '#modules/identity/index.js';
import { Admission } from '../../ports/admission.js';
import { confirmProtocol } from '../stream-protocol.js';
import { sendEvents } from '#edge/stream/event-stream.js';
import { asyncStartResponse, executionAnswer } from './execution.response.js';

/** Starts runs and sends their responses, the same way on every route that starts runs. */
@Injectable()
export class StartAnswers {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly streams: AdmittedStreams,
    private readonly admission: Admission,
    private readonly config: Config,
  ) {}

  /** Responds with the result of the run. */
  async run(start: StartRequest, request: Request, response: Response): Promise<void> {
    const { executionId, workspaceId, state, replayed } = await named(response, this.commands.execute(new RunExecution(start)));
    request.subject = { workspaceId, executionId };
    if (response.destroyed) return;
    const wentWell = state.status === 'completed' || state.status === 'paused';
    // A Response block is the whole response, which has no limits.
    const hasLimits = wentWell && state.response === undefined;
    const limits = hasLimits ? await this.admission.limits({ caller: start.caller, workspaceId }) : undefined;
    const answer = executionAnswer(executionId, state, limits);
    response.setHeader('X-Execution-Id', executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    await send(response, answer.status, answer.body);
  }

  /** Responds with the job that drives the run later. */
  async queue(start: StartRequest, response: Response): Promise<void> {
    const { jobId, executionId, replayed } = await this.commands.execute(new QueueExecution(start));
    response.setHeader('X-Execution-Id', executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    await send(response, 202, asyncStartResponse(jobId, executionId, this.config.baseUrl));
  }

  /**
   * Responds with the stream of the run. The run does not depend on this connection. `alsoNamed` is a second header with the id of the
   * run.
   */
  async stream(start: StartRequest, request: Request, response: Response, alsoNamed?: 'X-Run-Id'): Promise<void> {
    const { caller, workflowId, selectedOutputs, protocol } = start;
    const gone = this.streams.enter(caller, request, response);
    const { executionId: id, replayed } = await named(response, this.commands.execute(new StreamExecution(start)));
    const options = { selectedOutputs, after: undefined, protocol, gone, untilRestFrom: replayed ? 0 : undefined };
    const { executionId, workspaceId, messages } = await this.queries.execute(new FollowExecution({ caller, workflowId, id }, options));
    request.subject = { workspaceId, executionId };
    response.setHeader('X-Execution-Id', executionId);
    confirmProtocol(response, protocol);
    if (alsoNamed !== undefined) response.setHeader(alsoNamed, executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    await sendEvents(response, messages);
  }
}

/** The refusal of a request whose run is active, here or in another process, names that run. */
async function named<Result>(response: Response, starting: Promise<Result>): Promise<Result> {
  try {
    return await starting;
  } catch (error) {
    const isActive = error instanceof KeyInUse || error instanceof ContinuesElsewhere;
    if (isActive && error.executionId !== undefined) response.setHeader('X-Execution-Id', error.executionId);
    throw error;
  }
}

/** A Response block may choose another media type. Its data is sent as JSON unless it is text. */
async function send(response: Response, status: number, body: unknown): Promise<void> {
  const chosen = response.getHeader('content-type');
  if (chosen === undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const isText = typeof body === 'string' && chosen !== undefined && !/json/i.test(String(chosen));
  response.statusCode = status;
  if (isText) response.end(body);
  else if (!isLargeJson(body)) response.end(JSON.stringify(body));
  else {
    const text = await writeJson(body);
    await Turn.begin();
    response.end(Buffer.from(text));
  }
}
