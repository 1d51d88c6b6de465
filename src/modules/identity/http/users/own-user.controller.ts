import { Body, Controller, Patch } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { one, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { ChangeOwnUser } from '../../commands/users/change-own-user.command.js';
import { Access } from '../../gate/access.decorator.js';
import { ChangeOwnUserRequest } from './user.request.js';
import { userResponse, type UserResponse } from './user.response.js';

/** The account of the caller. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/users/me')
export class OwnUserController {
  constructor(private readonly commands: CommandBus) {}

  /**
   * Changes the name of the caller. Requires a session, or a personal key without limits.
   * @returns The changed user.
   */
  @Patch()
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() body: ChangeOwnUserRequest,
  ): Promise<One<UserResponse>> {
    return one(userResponse(await this.commands.execute(new ChangeOwnUser(caller, meta, body))));
  }
}
