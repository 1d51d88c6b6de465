import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { one, type One } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access, RecentSignIn, Scope } from '#modules/identity/index.js';
import { ChangeEnvironment } from '../commands/change-environment.command.js';
import { GetEnvironment } from '../queries/get-environment.query.js';
import { ChangeEnvironmentRequest } from './environment.request.js';
import {
  changedEnvironmentResponse,
  environmentResponse,
  type ChangedEnvironmentResponse,
  type EnvironmentResponse,
} from './environment.response.js';

/** The environment variables of workspaces. Their values are write-only. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/workspaces/:id/environment')
export class EnvironmentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the names of the variables of a workspace, without their values.
   * @returns The variables.
   */
  @Get()
  @Scope('admin')
  async get(@Param('id') id: string): Promise<One<EnvironmentResponse>> {
    return one(environmentResponse(await this.queries.execute(new GetEnvironment(id))));
  }

  /**
   * Sets the variables in the request, and removes those that are null. Other variables keep their value.
   * @returns All variables after the change, and a warning for each value that is too short to be masked.
   */
  @RecentSignIn()
  @Put()
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
    @Body() { variables }: ChangeEnvironmentRequest,
  ): Promise<One<ChangedEnvironmentResponse>> {
    return one(changedEnvironmentResponse(await this.commands.execute(new ChangeEnvironment(caller, meta, id, variables)), variables));
  }
}
