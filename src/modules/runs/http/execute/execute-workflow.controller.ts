import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, Bytes, EventStream, Refusal } from '#edge/answer/answers.js';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { callerOf, requestSource } from '#edge/request/caller.decorator.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import type { StreamMessage } from '../../watch/stream-frames.js';
import type { AsyncStartResponse, ExecutionResponse, FailedRunResponse } from './execution.response.js';
import { parseExecuteRequest, type ExecuteBody } from './execute-workflow.request.js';
import { StartAnswers } from './start-answers.js';

/** @tag Executions */
@Controller('api/workflows')
export class ExecuteWorkflowController {
  constructor(private readonly answers: StartAnswers) {}

  /**
   * Executes a workflow: runs its deployed version. Returns the result of the run; a job, at once, if `async` is true or
   * `X-Execution-Mode: async` is sent; server-sent events if `stream` is true or `X-Stream-Response: true` is sent. If a Response
   * block ran, its status, headers and data are the whole response.
   * @header X-Execution-Mode `async` starts the run as a job.
   * @header X-Stream-Response `true` streams the run.
   * @header X-Sim-Stream-Protocol `agent-events-v1`: text of rounds with tools is streamed while it arrives, and taken back by `chunk_reset`.
   * @header X-Execution-Id Your own id for the run, unique in the workspace.
   * @header X-Execution-Timeout-Seconds Longest duration of an asynchronous run, in seconds. Values above the limit of the server are reduced to that limit, except on enterprise plans.
   * @header X-Sim-Via Ids of the workflows whose requests led to this one, separated by commas. Requests of workflows to this server carry it.
   * @header Idempotency-Key Makes retries safe for 24 hours: a repeated request with the same key starts no run and returns the response of the first one.
   * @answers X-Execution-Id The id of the run.
   * @answers Idempotent-Replayed `true` when the response is that of an earlier request.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 402 BUDGET_EXCEEDED when a cost limit forbade the first call of a language model
   * @error 403 WORKFLOW_NOT_DEPLOYED when no version is deployed
   * @error 403 PERSONAL_KEYS_DISABLED when the workspace accepts workspace keys only
   * @error 403 FORBIDDEN when the key cannot run workflows of the workspace
   * @error 408 TIMEOUT when the run exceeded its time limit
   * @error 409 EXECUTION_ID_CONFLICT when another run of the workspace has the id
   * @error 409 CALL_CHAIN_TOO_DEEP when 25 workflows led to this request
   * @error 409 IDEMPOTENCY_KEY_IN_USE while the first request with the key is running
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key was used with another body
   * @error 499 EXECUTION_CANCELLED when the run was cancelled
   * @returns The result of the run, or its event stream.
   * @returns 202 The run was queued as a job.
   */
  // Nest runs pipes over other parameters, with a dozen promises for each start.
  @Post(':id/execute')
  @IgnoresUnknownFields()
  @Access('api-key', 'session')
  @Throttle({ sync: {}, async: {} })
  @HttpCode(200)
  async execute(
    @Req() request: Request<{ id: string }, unknown, ExecuteBody>,
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
    const asked = parseExecuteRequest(request.body, request.headers);
    const workflowId = pathId(request.params.id, 'Workflow');
    const start = { ...asked, caller: callerOf(request), workflowId, requestId: request.requestId, source: requestSource(request) };
    if (asked.mode === 'async') await this.answers.queue(start, response);
    else if (asked.mode === 'stream') await this.answers.stream(start, request, response);
    else await this.answers.run(start, request, response);
  }
}
