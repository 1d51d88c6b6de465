import { Controller, Get, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import { Config } from '#host/config/config.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { GetPausedExecution } from '../queries/get-paused-execution.query.js';
import { ListPausedExecutions } from '../queries/list-paused-executions.query.js';
import { ListPausedRequest } from './list-paused.request.js';
import { pausedDetailResponse, pausedListItem, type PausedDetailResponse, type PausedListResponse } from './paused-execution.response.js';

/**
 * The runs of a workflow that have asked a question.
 * @tag Pauses
 */
@Access('api-key', 'session')
@SkipThrottle({ api: true })
@Controller('api/workflows/:id/paused')
export class PausedExecutionsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Lists the runs of a workflow that have asked a question, the latest first.
   * @returns A page of paused runs.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') workflowId: string,
    @Query() { status: statuses, limit, cursor }: ListPausedRequest,
  ): Promise<PausedListResponse> {
    const { data, nextCursor } = await this.queries.execute(new ListPausedExecutions(caller, { workflowId, statuses }, limit, cursor));
    return { pausedExecutions: data.map(pausedListItem), nextCursor };
  }

  /**
   * Returns all questions of a run, and their answers.
   * @returns The run with its questions and their answers.
   */
  @Get(':executionId')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('id') workflowId: string,
    @Param('executionId') executionId: string,
  ): Promise<PausedDetailResponse> {
    return pausedDetailResponse(await this.queries.execute(new GetPausedExecution(caller, workflowId, executionId)), this.config.baseUrl);
  }
}
