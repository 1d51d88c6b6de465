import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, Bytes, EventStream, Refusal } from '#edge/answer/answers.js';
import { CurrentCaller, requestSource } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import type { StreamMessage } from '../../watch/stream-frames.js';
import type { AsyncStartResponse, ExecutionResponse, FailedRunResponse } from './execution.response.js';
import { parseRunDraftRequest, RunDraftRequest } from './run-draft.request.js';
import { StartAnswers } from './start-answers.js';

/** @tag Executions */
@Controller('api/v1/workflows')
export class RunDraftController {
  constructor(private readonly answers: StartAnswers) {}

  /**
   * Runs the draft of a workflow, deployed or not, as `manual`: from its start, from a trigger block, or with the event of an earlier
   * delivery. Responds like the execution of a deployed workflow: with the result, with a job if `async` is true, or with server-sent
   * events if `stream` is true.
   * @header X-Execution-Mode `async` starts the run as a job.
   * @header X-Stream-Response `true` streams the run.
   * @header X-Sim-Stream-Protocol `agent-events-v1`: text of rounds with tools is streamed while it arrives, and taken back by `chunk_reset`.
   * @header X-Execution-Id Your own id for the run, unique in the workspace.
   * @header X-Execution-Timeout-Seconds Longest duration of an asynchronous run, in seconds. Values above the limit of the server are reduced to that limit, except on enterprise plans.
   * @header Idempotency-Key Makes retries safe for 24 hours: a repeated request with the same key starts no run and returns the response of the first one.
   * @answers X-Execution-Id The id of the run.
   * @answers Idempotent-Replayed `true` when the response is that of an earlier request.
   * @error 400 VALIDATION_FAILED also when the draft cannot run
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 402 BUDGET_EXCEEDED when a cost limit forbade the first call of a language model
   * @error 404 NOT_FOUND also when the workflow has no such delivery
   * @error 408 TIMEOUT when the run exceeded its time limit
   * @error 409 EXECUTION_ID_CONFLICT when another run of the workspace has the id
   * @error 409 IDEMPOTENCY_KEY_IN_USE while the first request with the key is running
   * @error 409 CONTENTS_NOT_KEPT when the workspace keeps no prompts and answers, so that the event of the delivery is not stored
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key was used with another body
   * @error 499 EXECUTION_CANCELLED when the run was cancelled
   * @returns The result of the run, or its event stream.
   * @returns 202 The run was queued as a job.
   */
  @Post(':id/run')
  @Access('api-key', 'session')
  @Throttle({ sync: {}, async: {} })
  @HttpCode(200)
  async run(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: RunDraftRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<
    Answers<{
      200: ExecutionResponse | EventStream<StreamMessage>;
      202: AsyncStartResponse;
      default: Bytes;
      402: FailedRunResponse | Refusal;
      408: FailedRunResponse;
      499: FailedRunResponse;
      500: FailedRunResponse;
    }>
  > {
    const asked = parseRunDraftRequest(body, request.headers);
    const draft = { triggerBlockId: body.triggerBlockId, deliveryId: body.deliveryId };
    const workflowId = pathId(id, 'Workflow');
    const start = { ...asked, draft, caller, workflowId, requestId: request.requestId, source: requestSource(request) };
    if (asked.mode === 'async') await this.answers.queue(start, response);
    else if (asked.mode === 'stream') await this.answers.stream(start, request, response);
    else await this.answers.run(start, request, response);
  }
}
