import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, Bytes, Refusal } from '#edge/answer/answers.js';
import { CurrentCaller, requestSource } from '#edge/request/caller.decorator.js';
import type { Json } from '#kernel/json.js';
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
   * Replays a run, from its start or from one of its blocks, as a new run of the same or of another version.
   * @header X-Execution-Mode `async` starts the new run as a job.
   * @header Idempotency-Key Makes retries safe for 24 hours: a repeated request with the same key starts no run and returns the response of the first one.
   * @answers X-Execution-Id The id of the new run.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 402 BUDGET_EXCEEDED when a cost limit forbade the first call of a language model
   * @error 408 TIMEOUT when the run exceeded its time limit
   * @error 409 CONFLICT when the run has not ended, or never started
   * @error 409 CONTENTS_NOT_KEPT when the workspace keeps no prompts and answers, so that nothing can be repeated
   * @error 422 IDEMPOTENCY_KEY_REUSED when the key was used with another body
   * @error 499 EXECUTION_CANCELLED when the run was cancelled
   * @returns The result of the replay.
   * @returns 202 The replay was queued as a job.
   */
  @Post('replay')
  @Access('api-key', 'session')
  @Throttle({ sync: {}, async: {} })
  @HttpCode(200)
  async replay(
    @CurrentCaller() caller: Caller,
    @Param() { id: workflowId = '', executionId: id = '' }: Readonly<Record<string, string>>,
    @Body() { mode, from, version, async, call, with: fork }: ReplayExecutionRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<
    Answers<{
      200: ExecutionResponse;
      202: AsyncStartResponse;
      default: Bytes;
      402: FailedRunResponse | Refusal;
      408: FailedRunResponse;
      499: FailedRunResponse;
      500: FailedRunResponse;
    }>
  > {
    const agent = {
      ...(call === undefined ? {} : { call }),
      ...(fork === undefined ? {} : { with: structuredClone(fork) as unknown as Json }),
    };
    // The fingerprint contains the repeated run and the mode, so an Idempotency-Key covers both.
    const asked = parseExecuteRequest(
      { async, input: { id, mode, from: from ?? null, version: version ?? null, ...agent } },
      request.headers,
    );
    const repeated = await this.queries.execute(new FindRepeatedRun({ caller, workflowId, id }, { mode, from, version, call, with: fork }));
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

  /**
   * Continues a quarantined run as a new job, where it has stopped. Outcomes of blocks that have ended are kept.
   * @header Idempotency-Key Makes retries safe for 24 hours: a repeated request with the same key starts no run and returns the response of the first one.
   * @answers X-Execution-Id The id of the new run.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its budget for the period
   * @error 409 CONFLICT when the run was not quarantined, or was released before
   * @error 409 CONTENTS_NOT_KEPT when the workspace keeps no prompts and answers, and those of the run are deleted
   * @returns 202 The new run was queued as a job.
   */
  @Post('release')
  @Access('api-key', 'session')
  @Throttle({ sync: {}, async: {} })
  @HttpCode(202)
  async release(
    @CurrentCaller() caller: Caller,
    @Param() { id: workflowId = '', executionId: id = '' }: Readonly<Record<string, string>>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Answers<{ 202: AsyncStartResponse }>> {
    const asked = parseExecuteRequest({ async: true, input: { id, release: true } }, request.headers);
    const repeated = await this.queries.execute(
      new FindRepeatedRun({ caller, workflowId, id }, { mode: 'live', from: undefined, version: undefined, continues: true }),
    );
    const { requestId } = request;
    const start = { ...asked, input: repeated.input, repeated, caller, workflowId, requestId, source: requestSource(request) };
    await this.answers.queue(start, response);
  }
}
