import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { CurrentCaller, requestSource } from '#infrastructure/http/caller.decorator.js';
import { Throttle } from '#infrastructure/throttling/throttle.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { FindRepeatedRun } from '../queries/find-repeated-run.query.js';
import { parseExecuteRequest } from './execute-workflow.request.js';
import { ReplayExecutionRequest } from './replay-execution.request.js';
import { StartAnswers } from './start-answers.js';
import { startKind } from './start-kind.js';

@Controller('api/workflows/:id/executions/:executionId')
export class ReplayExecutionController {
  constructor(
    private readonly queries: QueryBus,
    private readonly answers: StartAnswers,
  ) {}

  @Post('replay')
  @Access('key')
  @Throttle(startKind)
  @HttpCode(200)
  async replay(
    @CurrentCaller() caller: Caller,
    @Param() { id: workflowId = '', executionId: id = '' }: Readonly<Record<string, string>>,
    @Body() { mode, from, async }: ReplayExecutionRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
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
