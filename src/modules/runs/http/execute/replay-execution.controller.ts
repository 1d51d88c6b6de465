import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers } from '#edge/answer/answers.js';
import { CurrentCaller, requestSource } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { FindRepeatedRun } from '../../find/find-repeated-run.query.js';
import { parseExecuteRequest } from './execute-workflow.request.js';
import { ReplayExecutionRequest } from './replay-execution.request.js';
import { StartAnswers } from './start-answers.js';
import type { AsyncStartResponse, ExecutionResponse, FailedRunResponse } from './execution.response.js';

/** @tag Executions */
@Controller('api/workflows/:id/executions/:executionId')
export class ReplayExecutionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly answers: StartAnswers,
  ) {}

  /**
   * Runs a run again, from its beginning or from one of its blocks, as a run of its own.
   * @header X-Execution-Mode `async` starts it as a job.
   * @header Idempotency-Key The same key starts nothing a second time for 24 hours; it brings the first answer again.
   * @answers X-Execution-Id The id of the new run.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its period
   * @error 408 TIMEOUT when the run took too long
   * @error 409 CONFLICT when the run is not over, or too little is known of it
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key came with another body before
   * @error 499 EXECUTION_CANCELLED when the run was cancelled
   */
  @Post('replay')
  @Access('api-key')
  @Throttle({ sync: {}, async: {} })
  @HttpCode(200)
  async replay(
    @CurrentCaller() caller: Caller,
    @Param() { id: workflowId = '', executionId: id = '' }: Readonly<Record<string, string>>,
    @Body() { mode, from, async }: ReplayExecutionRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<
    Answers<{ 200: ExecutionResponse; 202: AsyncStartResponse; 408: FailedRunResponse; 499: FailedRunResponse; 500: FailedRunResponse }>
  > {
    // The headers mean what they mean to an execution; an Idempotency-Key covers what is repeated, and how.
    const asked = parseExecuteRequest({ async, input: { id, mode, from: from ?? null } }, request.headers);
    const repeated = await this.queries.execute(new FindRepeatedRun({ caller, workflowId, id }, { mode, from }));
    const start = {
      ...asked,
      input: repeated.input,
      repeated,
      caller,
      workflowId,
      requestId: request.requestId,
      source: requestSource(request),
    };
    if (asked.mode === 'async') await this.answers.queue(start, response);
    else await this.answers.run(start, request, response);
  }
}
