import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { listOf, one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { pathId } from '#kernel/ids.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { ChangeTrigger } from '../deliveries/commands/change-trigger.command.js';
import { GetTrigger } from '../deliveries/queries/get-trigger.query.js';
import { ListTriggers } from '../deliveries/queries/list-triggers.query.js';
import { ChangeTriggerRequest, ListTriggersRequest } from './trigger.request.js';
import { triggerDetailsResponse, triggerResponse, type TriggerDetailsResponse, type TriggerResponse } from './trigger.response.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/triggers')
export class TriggersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Lists the triggers of a workspace, oldest first.
   * @returns A page of triggers.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { limit, cursor, ...filter }: ListTriggersRequest): Promise<Page<TriggerResponse>> {
    const page = await this.queries.execute(new ListTriggers(caller, filter, { limit, cursor }));
    return listOf(page, (view) => triggerResponse(view, this.config.baseUrl));
  }

  /**
   * Gets a trigger.
   * @returns The trigger.
   */
  @Get(':triggerId')
  async get(@CurrentCaller() caller: Caller, @Param('triggerId') id: string): Promise<One<TriggerDetailsResponse>> {
    const details = await this.queries.execute(new GetTrigger(caller, pathId(id, 'Trigger')));
    return one(triggerDetailsResponse(details, this.config.baseUrl));
  }

  /**
   * Pauses or resumes a trigger, or changes its failure limit.
   * @error 409 CONFLICT when the trigger is retired
   * @returns The trigger as it is now.
   */
  @Patch(':triggerId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('triggerId') id: string,
    @Body() body: ChangeTriggerRequest,
  ): Promise<One<TriggerDetailsResponse>> {
    await this.commands.execute(new ChangeTrigger(caller, meta, pathId(id, 'Trigger'), body.toMessage()));
    return this.get(caller, id);
  }
}
