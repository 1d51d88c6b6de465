import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import { IgnoresUnknownFields } from '#edge/body/fields/undeclared-fields.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { GetUsageLimits } from '../queries/get-usage-limits.query.js';
import { usageLimitsResponse, type UsageLimitsResponse } from './usage-limits.response.js';

/** @tag Usage */
@Access('api-key', 'session')
@SkipThrottle({ api: true })
@Controller('api/users/me/usage-limits')
export class UsageLimitsController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * Returns the limits of the caller's account and its usage. The request does not count against the rate limit.
   * @returns The limits and the usage.
   */
  @Get()
  @IgnoresUnknownFields()
  async limits(@CurrentCaller() caller: Caller): Promise<UsageLimitsResponse> {
    return usageLimitsResponse(await this.queries.execute(new GetUsageLimits(caller)));
  }
}
