import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { deleted, one, type Deleted, type One } from '#edge/answer/envelope.js';
import type { Caller, SessionCaller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { ChangePassword } from '../../commands/sign-in/change-password.command.js';
import { EndSessions } from '../../commands/sign-in/end-sessions.command.js';
import { MakeRecoveryLink } from '../../commands/sign-in/make-recovery-link.command.js';
import type { MadeLink } from '../../commands/sign-in/new-link.js';
import { Access, RecentSignIn } from '../../gate/access.decorator.js';
import { SessionCookie } from '../../gate/sessions/session-cookie.js';
import { ListSessions } from '../../queries/sign-in/list-sessions.query.js';
import { ChangePasswordRequest } from './session.request.js';
import { sessionResponse, type SessionsResponse } from './session.response.js';

/** Where the caller is signed in, and their password. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/users')
export class UserSessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly cookie: SessionCookie,
  ) {}

  /**
   * Lists where the caller is signed in, the newest first.
   * @returns The sessions.
   */
  @Get('me/sessions')
  async list(@CurrentCaller() caller: Caller): Promise<SessionsResponse> {
    const sessions = await this.queries.execute(new ListSessions(caller));
    return { data: sessions.map((session) => sessionResponse(caller, session)) };
  }

  /**
   * Ends all sessions of the caller but the one of this request.
   * @returns What was ended.
   */
  @Delete('me/sessions')
  async endOthers(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta): Promise<One<{ message: string }>> {
    await this.commands.execute(new EndSessions(caller, meta, 'others'));
    return one({ message: 'All other sessions have ended' });
  }

  /**
   * Ends one session of the caller.
   * @returns What was ended.
   */
  @Delete('me/sessions/:id')
  async end(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('id') id: string): Promise<One<Deleted>> {
    await this.commands.execute(new EndSessions(caller, meta, { id }));
    return deleted(id, 'Session');
  }

  /**
   * Changes the password of the person who is signed in. All their other sessions end; the cookie gets another value.
   * @notIdempotent The present password is another one afterwards.
   * @error 403 WRONG_PASSWORD for a wrong present password
   * @error 429 RATE_LIMIT_EXCEEDED after too many wrong passwords
   * @returns The user.
   */
  @Access('session')
  @Put('me/password')
  async changePassword(
    @CurrentCaller() caller: SessionCaller,
    @RequestMeta() meta: EventMeta,
    @Body() body: ChangePasswordRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<{ userId: string }>> {
    const token = await this.commands.execute(new ChangePassword(caller, meta, body));
    this.cookie.set(response, token, caller.credential.sessionExpiresAt);
    return one({ userId: caller.userId });
  }

  /**
   * Makes a link with which a user chooses another password. It counts once, for an hour, and replaces earlier links of the user. Only for operators.
   * @returns The token of the link, which no other response shows.
   */
  @RecentSignIn()
  @Post(':id/recovery-link')
  @HttpCode(200)
  async recover(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('id') id: string,
  ): Promise<One<Readonly<MadeLink>>> {
    return one(await this.commands.execute(new MakeRecoveryLink(caller, meta, id)));
  }
}
