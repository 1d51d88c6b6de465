import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { ListPauses } from '../queries/list-pauses.query.js';
import { ListPausesRequest } from './list-pauses.request.js';
import { listedPauseResponse, type ListedPausesResponse } from './listed-pause.response.js';

/** @tag Pauses */
@Controller('api/v1/pauses')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class PausesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Lists the questions of a workspace with their forms, the people who are asked, and their answers. The latest pause is first. Without
   * `status` only open questions are listed.
   * @returns A page of questions. A page ends after `limit` runs, so it may have fewer questions, or none.
   */
  @Get()
  async inbox(
    @CurrentCaller() caller: Caller,
    @Query() { workspaceId, status: statuses, for: person, limit, cursor }: ListPausesRequest,
  ): Promise<ListedPausesResponse> {
    const filter = { workspaceId, statuses, isForCaller: person === 'me' };
    const { data, nextCursor } = await this.queries.execute(new ListPauses(caller, filter, { limit, cursor }));
    return { data: data.map((pause) => listedPauseResponse(pause, this.config.baseUrl)), nextCursor };
  }
}
