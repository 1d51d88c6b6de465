import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { Config } from '#infrastructure/config/config.js';
import { QueueExecution } from '../commands/queue-execution.command.js';
import { RunExecution, type StartRequest } from '../commands/run-execution.command.js';
import { Admission } from '../ports/admission.js';
import { asyncStartResponse, executionAnswer } from './execution.response.js';

/** Carries starts out and answers them, the same way on every route that starts runs. */
@Injectable()
export class StartAnswers {
  constructor(
    private readonly commands: CommandBus,
    private readonly admission: Admission,
    private readonly config: Config,
  ) {}

  /** With what the run came to. */
  async run(start: StartRequest, request: Request, response: Response): Promise<void> {
    const { executionId, workspaceId, state, replayed } = await this.commands.execute(new RunExecution(start));
    request.subject = { workspaceId, executionId };
    if (response.destroyed) return;
    const limits = state.status === 'completed' ? await this.admission.limits({ caller: start.caller, workspaceId }) : undefined;
    const answer = executionAnswer(executionId, state, limits);
    response.setHeader('X-Execution-Id', executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    send(response, answer.status, answer.body);
  }

  /** With the job that runs it later. */
  async queue(start: StartRequest, response: Response): Promise<void> {
    const { jobId, executionId, replayed } = await this.commands.execute(new QueueExecution(start));
    response.setHeader('X-Execution-Id', executionId);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    send(response, 202, asyncStartResponse(jobId, executionId, this.config.baseUrl));
  }
}

/** A Response block may have chosen another media type; what it sends is JSON all the same, unless it is text. */
function send(response: Response, status: number, body: unknown): void {
  const chosen = response.getHeader('content-type');
  if (chosen === undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const isText = typeof body === 'string' && chosen !== undefined && !/json/i.test(String(chosen));
  response.statusCode = status;
  response.end(isText ? body : JSON.stringify(body));
}
