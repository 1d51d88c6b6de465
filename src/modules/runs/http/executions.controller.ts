import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access, AdmittedStreams } from '#modules/identity/index.js';
import { CancelExecution } from '../stop/cancel-execution.command.js';
import { FollowExecution } from '../watch/follow-execution.query.js';
import { GetExecution } from '../find/get-execution.query.js';
import { cancellationResponse, type CancellationResponse } from './cancellation.response.js';
import { confirmProtocol } from './stream-protocol.js';
import { sendEventHeaders, sendEvents } from '#edge/stream/event-stream.js';
import { executionStatusResponse, type ExecutionReportResponse } from './execution-status.response.js';
import { FollowExecutionRequest } from './follow-execution.request.js';
import type { StreamMessage } from '../watch/stream-frames.js';
import { GetExecutionRequest } from './get-execution.request.js';

/** Runs by our id, or by the id that their caller chose. */
@Access('api-key', 'session')
@SkipThrottle({ api: true })
@Controller('api/workflows/:id/executions/:executionId')
export class ExecutionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Returns the status of a run, whether it is queued, running, paused or has ended.
   * @returns The state of the run.
   */
  @Get()
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') workflowId: string,
    @Param('executionId') id: string,
    @Query() request: GetExecutionRequest,
  ): Promise<ExecutionReportResponse> {
    const { selectors, includeOutput: withOutput = false } = request;
    const view = await this.queries.execute(new GetExecution({ caller, workflowId, id }, selectors));
    return executionStatusResponse(view, { withOutput, withBlocks: selectors.length > 0 });
  }

  /**
   * Streams the outputs of a run, past and future, as server-sent events. To continue after a disconnect, send the id of the last event.
   * @header Last-Event-ID The id of the last event that the client has received.
   * @header X-Sim-Stream-Protocol `agent-events-v1`: text of rounds with tools is sent while it arrives, and taken back by `chunk_reset`.
   * @error 429 RATE_LIMIT_EXCEEDED when the key has too many open streams
   * @answers X-Execution-Id The id of the run.
   * @returns The event stream of the run.
   * @returns 204 The stream has no frames after the given one.
   */
  @Get('stream')
  async stream(
    @CurrentCaller() caller: Caller,
    @Param() { id: workflowId = '', executionId: id = '' }: Readonly<Record<string, string>>,
    @Query() query: FollowExecutionRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 200: EventStream<StreamMessage>; 204: void }>> {
    const isHead = request.method === 'HEAD';
    const gone = isHead ? AbortSignal.abort() : this.streams.enter(caller, request, response);
    const options = { ...query.options(request.headers), gone };
    const { executionId, workspaceId, messages } = await this.queries.execute(new FollowExecution({ caller, workflowId, id }, options));
    request.subject = { workspaceId, executionId };
    response.setHeader('X-Execution-Id', executionId);
    confirmProtocol(response, options.protocol);
    if (isHead) sendEventHeaders(response);
    else await sendEvents(response, messages);
  }

  /**
   * Cancels a run. A run that has ended does not change.
   * @returns The result of the cancellation.
   */
  @Post('cancel')
  @HttpCode(200)
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('id') workflowId: string,
    @Param('executionId') id: string,
    @RequestMeta() meta: EventMeta,
  ): Promise<CancellationResponse> {
    return cancellationResponse(await this.commands.execute(new CancelExecution({ caller, workflowId, id }, meta)));
  }
}
