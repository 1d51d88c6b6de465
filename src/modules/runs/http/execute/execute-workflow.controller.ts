import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, EventStream } from '#edge/answer/answers.js';
import { CurrentCaller, requestSource } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
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
   * Runs the deployed version of a workflow. Answers with what it came to; at once with a job when `async` is true or
   * `X-Execution-Mode: async` is sent; with server-sent events when `stream` is true or `X-Stream-Response: true` is sent. A Response
   * block that ran takes the place of the whole answer, its status and headers included.
   * @header X-Execution-Mode `async` starts the run as a job.
   * @header X-Stream-Response `true` streams the run.
   * @header X-Execution-Id An id of the caller's own for the run.
   * @header X-Execution-Timeout-Seconds How long an asynchronous run may take. What is above the limit of the server counts as that limit, unless the plan is one of an enterprise.
   * @header Idempotency-Key The same key starts nothing a second time for 24 hours; it brings the first answer again.
   * @answers X-Execution-Id The id of the run.
   * @answers Idempotent-Replayed `true` when the answer is that of an earlier request.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its period
   * @error 403 WORKFLOW_NOT_DEPLOYED when no version is deployed
   * @error 403 PERSONAL_KEYS_DISABLED where the workspace takes keys of its own only
   * @error 403 FORBIDDEN when the key may not run workflows of the workspace
   * @error 408 TIMEOUT when the run took too long
   * @error 409 EXECUTION_ID_CONFLICT when another run of the workflow has the id
   * @error 409 IDEMPOTENCY_KEY_IN_USE while the first request with the key is answered
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key came with another body before
   * @error 499 EXECUTION_CANCELLED when the run was cancelled
   */
  @Post(':id/execute')
  @Access('api-key')
  @Throttle({ sync: {}, async: {} })
  @HttpCode(200)
  async execute(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Req() request: Request<Record<string, string>, unknown, ExecuteBody>,
    @Res() response: Response,
  ): Promise<
    Answers<{
      200: ExecutionResponse | EventStream<StreamMessage>;
      202: AsyncStartResponse;
      408: FailedRunResponse;
      499: FailedRunResponse;
      500: FailedRunResponse;
    }>
  > {
    const asked = parseExecuteRequest(request.body, request.headers);
    const start = { ...asked, caller, workflowId: pathId(id, 'Workflow'), requestId: request.requestId, source: requestSource(request) };
    if (asked.mode === 'async') await this.answers.queue(start, response);
    else if (asked.mode === 'stream') await this.answers.stream(start, request, response);
    else await this.answers.run(start, request, response);
  }
}
