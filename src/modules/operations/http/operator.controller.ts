import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { GetOperatorStatus } from '../queries/status/get-operator-status.query.js';
import type { OperatorStatus } from '../queries/status/operator-status.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/operator')
export class OperatorController {
  constructor(private readonly queries: QueryBus) {}

  /**
   * Returns the state of the server for its operators: processes, queue, projections, exports, free space and checks.
   * @returns The state of the server.
   */
  @Get('status')
  async status(@CurrentCaller() caller: Caller): Promise<One<OperatorStatus>> {
    return one(await this.queries.execute(new GetOperatorStatus(caller)));
  }
}
