import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import { one, type One } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { GetUsage } from '../queries/get-usage.query.js';
import { GetUsageRequest } from './get-usage.request.js';
import { usageResponse, type UsageResponse } from './usage.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/usage')
export class UsageController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * Returns the usage of a workspace or an organization, grouped by workflow, key, day, model, provider, block or workspace.
   * @returns The usage.
   */
  @Get()
  async get(@CurrentCaller() caller: Caller, @Query() request: GetUsageRequest): Promise<One<UsageResponse>> {
    const selection = request.selection();
    return one(usageResponse(selection, await this.queries.execute(new GetUsage(caller, selection))));
  }
}
