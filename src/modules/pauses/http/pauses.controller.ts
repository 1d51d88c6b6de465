import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { ListOpenPauses } from '../queries/list-open-pauses.query.js';
import { ListPausesRequest } from './list-pauses.request.js';
import { openPauseResponse, type OpenPausesResponse } from './open-pause.response.js';

/** @tag Pauses */
@Controller('api/v1/pauses')
@Access('api-key')
@Throttle({ api: {} })
export class PausesController {
  constructor(
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Lists the open questions of a workspace, with their forms and the people who are asked. The latest pause is first.
   * @returns A page of open questions. A page ends after `limit` runs, so it may have fewer questions, or none.
   */
  @Get()
  async inbox(
    @CurrentCaller() caller: Caller,
    @Query() { workspaceId, for: person, limit, cursor }: ListPausesRequest,
  ): Promise<OpenPausesResponse> {
    const { data, nextCursor } = await this.queries.execute(new ListOpenPauses(caller, workspaceId, person === 'me', { limit, cursor }));
    return { data: data.map((pause) => openPauseResponse(pause, this.config.baseUrl)), nextCursor };
  }
}
