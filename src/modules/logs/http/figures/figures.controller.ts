import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { Access } from '#modules/identity/index.js';
import type { ErrorGroup, FigureBucket } from '../../queries/figures/log-figures.js';
import { ErrorsRequest, SummaryRequest } from './figures.request.js';

/** Figures of the runs of a time. */
interface FiguresResponse<Item> {
  /** The figures, in the order of the route. */
  readonly data: readonly Item[];
  /** Since when runs count. Later than requested when the retention of the workspace is shorter, or when the range has more runs than one request reads. */
  readonly since: string;
}

/** @tag Logs */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/logs')
export class FiguresController {
  constructor(
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns counts, durations and cost of runs over time. At most the latest 200,000 runs of the range count.
   * @returns The spans of time with runs, the earliest first.
   */
  @Get('summary')
  async summary(@CurrentCaller() caller: Caller, @Query() request: SummaryRequest): Promise<FiguresResponse<FigureBucket>> {
    return this.queries.execute(request.toMessage(caller, this.clock.now()));
  }

  /**
   * Groups failed runs by workflow and error, apart from ids and numbers in the error. At most the latest 20,000 failed runs of the range count.
   * @returns The most frequent 100 groups.
   */
  @Get('errors')
  async errors(@CurrentCaller() caller: Caller, @Query() request: ErrorsRequest): Promise<FiguresResponse<ErrorGroup>> {
    return this.queries.execute(request.toMessage(caller, this.clock.now()));
  }
}
