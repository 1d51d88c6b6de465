import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { Config } from '#host/config/config.js';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { TakesAnyJson } from '#edge/body/json-body.js';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { sendEvents } from '#edge/stream/event-stream.js';
import { confirmProtocol, FollowExecution, ReadStreamRequest, type StreamMessage } from '#modules/runs/index.js';
import { Access, AdmittedStreams } from '#modules/identity/index.js';
import { ResumeExecution, type ResumeResult } from '../commands/resume-execution.command.js';
import { GetPausedExecution } from '../queries/get-paused-execution.query.js';
import {
  pauseContextResponse,
  pausedDetailResponse,
  type PauseContextResponse,
  type PausedDetailResponse,
} from './paused-execution.response.js';
import { resumeAnswer, type AcceptedResumeResponse, type ResumeBody, type ResumedResponse } from './resume.response.js';

type Place = Readonly<Record<'workflowId' | 'executionId' | 'contextId', string>>;

/**
 * The questions of runs, and their answers.
 * @tag Pauses
 */
@Access('api-key', 'session')
@SkipThrottle({ api: true })
@Controller('api/resume/:workflowId/:executionId')
export class ResumeController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly streams: AdmittedStreams,
    private readonly config: Config,
  ) {}

  /**
   * Returns all questions of a run, and their answers.
   * @returns The run with its questions and their answers.
   */
  @Get()
  @IgnoresUnknownFields()
  async execution(@CurrentCaller() caller: Caller, @Param() { workflowId, executionId }: Place): Promise<PausedDetailResponse> {
    const view = await this.queries.execute(new GetPausedExecution(caller, workflowId, executionId));
    return pausedDetailResponse(view, this.config.baseUrl);
  }

  /**
   * Returns one question of a run: its data, its form, its status and its answers.
   * @returns The question with its answers.
   */
  @Get(':contextId')
  @IgnoresUnknownFields()
  async context(@CurrentCaller() caller: Caller, @Param() { workflowId, executionId, contextId }: Place): Promise<PauseContextResponse> {
    const view = await this.queries.execute(new GetPausedExecution(caller, workflowId, executionId));
    const context = pauseContextResponse(view, contextId, this.config.baseUrl);
    if (context === undefined) throw notFound('Pause context');
    return context;
  }

  /**
   * Answers a question of a run, and continues the run. The body is checked against the form of the question. The response depends on
   * how the run was started: its result, a job, or a stream; `queued` if the run is processing another answer, `recorded` if more
   * approvals are required. A stream begins after the answer; with `Last-Event-ID` it begins after that event. A caller whose `Accept` has no
   * `text/event-stream` (`application/json` alone) gets the result of a streamed run. With a session it is `started`, or a job, however the
   * run was started: people do not wait for the run.
   * @header Last-Event-ID The id of the last event of the run that the client has received, if the run is streamed.
   * @header X-Sim-Stream-Protocol `agent-events-v1`: text of rounds with tools is streamed while it arrives, and taken back by `chunk_reset`.
   * @takes application/json
   * @answers X-Execution-Id The id of this answer.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 409 CONFLICT when the question was answered, has expired, or its run was cancelled
   * @returns The outcome of the run, or the state of the answer if it is queued or recorded.
   * @returns 202 The answer of an asynchronous run was accepted, with its job.
   */
  @Post(':contextId')
  @IgnoresUnknownFields()
  @HttpCode(200)
  @TakesAnyJson()
  async resume(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() place: Place,
    @Query() query: ReadStreamRequest,
    @Req() request: Request<Record<string, string>, unknown, ResumeBody>,
    @Res() response: Response,
  ): Promise<Answers<{ 200: ResumedResponse | EventStream<StreamMessage>; 202: AcceptedResumeResponse }>> {
    const reading = query.reading(request.headers);
    const answering = { by: 'key', caller } as const;
    const input = inputIn(request.body as Json);
    const answered =
      caller.kind === 'session' ? 'at-once' : request.accepts('text/event-stream') === false ? 'without-stream' : 'as-started';
    const result = await this.commands.execute(new ResumeExecution({ ...place, input, answering, answered, meta }));
    const { executionId, workspaceId } = result.run;
    request.subject = { workspaceId, executionId };
    response.setHeader('X-Execution-Id', result.resumeId);
    if (result.kind === 'streamed') return this.#stream(caller, { ...result, reading }, response);
    const { status, body } = resumeAnswer(result, this.config.baseUrl);
    response.status(status).json(body);
  }

  /** The answer is durable, so the stream is not refused even if the key has too many streams open. */
  async #stream(caller: Caller, { run, after, selectedOutputs, reading }: StreamedResume, response: Response): Promise<void> {
    const { workflowId, executionId: id } = run;
    const { protocol } = reading;
    const options = { selectedOutputs, after: reading.after ?? after, protocol, gone: this.streams.count(caller, response.req, response) };
    const { messages } = await this.queries.execute(new FollowExecution({ caller, workflowId, id }, options));
    confirmProtocol(response, protocol);
    await sendEvents(response, messages);
  }
}

type StreamedResume = Extract<ResumeResult, { kind: 'streamed' }> & { readonly reading: ReturnType<ReadStreamRequest['reading']> };

/** The answer in the body of a resume: its `input`, or the whole body. */
function inputIn(body: Json): Json {
  return isJsonObject(body) && body['input'] !== undefined ? body['input'] : body;
}
