import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { deleted, one, type Deleted, type One } from '#edge/answer/envelope.js';
import type { Caller, SessionCaller } from '#kernel/caller.js';
import { invalid } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { ConfirmSession } from '../../commands/sign-in/confirm-session.command.js';
import { EndSessions } from '../../commands/sign-in/end-sessions.command.js';
import { SignIn } from '../../commands/sign-in/sign-in.command.js';
import { Access } from '../../gate/access.decorator.js';
import { SessionCookie } from '../../gate/sessions/session-cookie.js';
import { GetSession } from '../../queries/sign-in/get-session.query.js';
import { callerResponse, type CallerResponse, type SignedInResponse } from './session.response.js';
import { ConfirmSessionRequest, SignInRequest } from './session.request.js';
import { SignInVisitors } from './sign-in-visitors.js';

/** Signing in and out with a browser. */
@Controller('api/v1/session')
export class SessionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly cookie: SessionCookie,
    private readonly visitors: SignInVisitors,
  ) {}

  /**
   * Returns who calls: the user, their organizations and the workspaces that the session or the API key reaches.
   * @returns The caller.
   */
  @Access('api-key', 'session')
  @Throttle({ api: {} })
  @Get()
  async get(@CurrentCaller() caller: Caller): Promise<One<CallerResponse>> {
    return one(callerResponse(caller, await this.queries.execute(new GetSession(caller))));
  }

  /**
   * Signs a person in. The response sets the cookie of the session.
   * @error 401 UNAUTHORIZED for an unknown address and for a wrong password alike, SECOND_FACTOR_REQUIRED for an absent, wrong or used code of a user with a second factor
   * @error 403 PLAIN_HTTP over plain HTTP outside of localhost, WRONG_HOST at another host than the base URL, CROSS_SITE from a page of another site, PASSWORD_OFF where people sign in at a provider alone
   * @error 429 RATE_LIMIT_EXCEEDED after too many attempts from one address, or for one account
   * @returns The signed-in user.
   */
  @Access('public')
  @SkipThrottle({ api: true })
  @Post()
  @HttpCode(200)
  async signIn(
    @Req() request: Request,
    @RequestMeta() meta: EventMeta,
    @Body() { email, password, code, keep = false }: SignInRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<SignedInResponse>> {
    this.visitors.admit(request);
    const started = await this.commands.execute(new SignIn(meta, { email, password, code, isKept: keep }));
    this.cookie.set(response, started.token, started.expiresAt);
    return one({ userId: started.userId, expiresAt: started.expiresAt });
  }

  /**
   * Signs out: ends the session of this request.
   * @returns What was ended.
   */
  @Access('session')
  @Throttle({ api: {} })
  @Delete()
  async signOut(
    @CurrentCaller() caller: SessionCaller,
    @RequestMeta() meta: EventMeta,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<Deleted>> {
    const { sessionId: id } = caller.credential;
    await this.commands.execute(new EndSessions(caller, meta, { id }));
    this.cookie.clear(response);
    return deleted(id, 'Session');
  }

  /**
   * Proves again who the person is: what needs a recent sign-in is then possible for ten minutes. The cookie gets another value.
   * @error 403 WRONG_PASSWORD for a wrong password, WRONG_CODE for a wrong or used code
   * @error 429 RATE_LIMIT_EXCEEDED after too many wrong passwords
   * @returns The caller.
   */
  @Access('session')
  @Throttle({ api: {} })
  @Post('confirm')
  @HttpCode(200)
  async confirm(
    @CurrentCaller() caller: SessionCaller,
    @RequestMeta() meta: EventMeta,
    @Body() { password, code }: ConfirmSessionRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<One<{ userId: string }>> {
    const token = await this.commands.execute(new ConfirmSession(caller, meta, proofOf(password, code)));
    this.cookie.set(response, token, caller.credential.sessionExpiresAt);
    return one({ userId: caller.userId });
  }
}

function proofOf(password: string | undefined, code: string | undefined): ConfirmSession['proof'] {
  if (password !== undefined && code === undefined) return { password };
  if (password === undefined && code !== undefined) return { code };
  const message = 'password or code is expected, one of both: the password of the user, or a code of their second factor';
  throw invalid([{ path: ['password'], message, code: 'one_of' }]);
}
