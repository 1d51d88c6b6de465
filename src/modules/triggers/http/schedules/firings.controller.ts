import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import { Access } from '#modules/identity/index.js';
import { BackfillTrigger } from '../../firing/commands/backfill-trigger.command.js';
import { FireTrigger } from '../../firing/commands/fire-trigger.command.js';
import { BackfillRequest } from './schedule.request.js';
import type { BackfillResponse, FiredResponse } from './schedule.response.js';

/** @tag Schedules */
@Controller('api/v1/triggers/:scheduleId')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class FiringsController {
  constructor(private readonly commands: CommandBus) {}

  /**
   * Starts a run of a schedule now; if another one is active, its overlap policy decides. Its times stay as they are. A trigger that polls asks
   * its source now.
   * @returns The delivery with its run.
   * @error 409 CONFLICT when the trigger is not active, is neither a schedule nor polls, has had all its runs (`maxRuns`), or fires or polls at this moment
   */
  @Post('fire')
  @HttpCode(200)
  async fire(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('scheduleId') id: string,
  ): Promise<One<FiredResponse>> {
    return one(await this.commands.execute(new FireTrigger(caller, meta, pathId(id, 'Trigger'))));
  }

  /**
   * Starts a run for each time of a schedule in a range that has had none: times that were skipped or missed. At most 1,000 times; each has one
   * run at most, also if the request is repeated.
   * @returns How many times had no run, and how many of them have one now.
   * @error 409 CONFLICT when the trigger is not active, or is no schedule
   */
  @Post('backfill')
  @HttpCode(200)
  async backfill(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('scheduleId') id: string,
    @Body() body: BackfillRequest,
  ): Promise<One<BackfillResponse>> {
    return one(await this.commands.execute(new BackfillTrigger(caller, meta, pathId(id, 'Trigger'), body.toMessage())));
  }
}
