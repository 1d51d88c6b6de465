import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SkipThrottle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers } from '#edge/answer/answers.js';
import { requestMeta } from '#edge/request/caller.decorator.js';
import type { SessionCaller } from '#kernel/caller.js';
import type { Attempt } from '../../commands/oidc/attempt.js';
import { BeginAtProvider } from '../../commands/oidc/begin-at-provider.command.js';
import { ConfirmByProvider } from '../../commands/oidc/confirm-by-provider.command.js';
import { LinkIdentity } from '../../commands/oidc/link-identity.command.js';
import { attemptIsOver } from '../../commands/oidc/oidc-refusals.js';
import { SignInByProvider } from '../../commands/oidc/sign-in-by-provider.command.js';
import { Access } from '../../gate/access.decorator.js';
import { SessionCookie } from '../../gate/sessions/session-cookie.js';
import { SessionGate } from '../../gate/sessions/session-gate.js';
import { SignInVisitors } from '../sign-in/sign-in-visitors.js';
import { AttemptCookie } from './attempt-cookie.js';
import { BeginSignInRequest } from './oidc.request.js';
import { failurePath, ProviderVisits } from './provider-visits.js';
import { safePath } from './safe-path.js';

/** The addresses that browsers visit on the way to a provider and back. What goes wrong is shown by the page that they lead to. */
@Access('public')
@SkipThrottle({ api: true })
@Controller('auth/oidc')
export class OidcController {
  constructor(
    private readonly commands: CommandBus,
    private readonly attempts: AttemptCookie,
    private readonly cookie: SessionCookie,
    private readonly gate: SessionGate,
    private readonly visitors: SignInVisitors,
    private readonly visits: ProviderVisits,
  ) {}

  /**
   * Sends a browser to a provider to sign in. A failure leads to the sign-in page, with its code as `problem`.
   * @returns The address of the provider, in `Location`.
   */
  @Get(':provider')
  async begin(
    @Req() request: Request,
    @Param('provider') provider: string,
    @Query() { next = '/', keep }: BeginSignInRequest,
    @Res() response: Response,
  ): Promise<Answers<{ 303: void }>> {
    await this.visits.leadOn(response, failurePath('/login', provider), async () => {
      this.visitors.admit(request);
      const purpose = { for: 'sign-in', back: safePath(next), isKept: keep === 'true' } as const;
      const { address, attempt } = await this.commands.execute(new BeginAtProvider(provider, purpose));
      this.attempts.set(response, attempt);
      return address;
    });
  }

  /**
   * Takes the answer of a provider: signs in, links the account or confirms the session, as it was begun. A failure leads to the page where it began, with its
   * code as `problem`.
   * @returns The page to show next, in `Location`.
   */
  @Get(':provider/callback')
  async callback(@Req() request: Request, @Param('provider') provider: string, @Res() response: Response): Promise<Answers<{ 303: void }>> {
    const attempt = this.attempts.read(request);
    await this.visits.leadOn(response, failurePath(startOf(attempt), provider), async () => {
      this.visitors.admit(request);
      if (attempt === undefined || attempt.providerId !== provider || request.query['state'] !== attempt.state) throw attemptIsOver();
      this.attempts.clear(response);
      return this.#carryOut(request, response, attempt);
    });
  }

  async #carryOut(request: Request, response: Response, attempt: Attempt): Promise<string> {
    const answer = request.originalUrl.slice(request.originalUrl.indexOf('?'));
    const { purpose } = attempt;
    if (purpose.for === 'sign-in') {
      const { token, expiresAt } = await this.commands.execute(new SignInByProvider(requestMeta(request), attempt, answer, purpose.isKept));
      this.cookie.set(response, token, expiresAt);
      return purpose.back;
    }
    if (purpose.for === 'visit') return this.visits.complete(response, attempt, answer, purpose);
    const caller = await this.#callerOf(request, purpose.sessionId);
    const meta = requestMeta(request);
    if (purpose.for === 'link') await this.commands.execute(new LinkIdentity(caller, meta, attempt, answer));
    else {
      const token = await this.commands.execute(new ConfirmByProvider(caller, meta, attempt, answer));
      this.cookie.set(response, token, caller.credential.sessionExpiresAt);
    }
    return purpose.back ?? accountPage;
  }

  /** The visit counts only in the session in which it began. */
  async #callerOf(request: Request, sessionId: string): Promise<SessionCaller> {
    const token = this.gate.tokenOf(request);
    if (token === undefined) throw attemptIsOver();
    await this.gate.admit(request, token, false);
    const { caller } = request;
    if (caller?.kind !== 'session' || caller.credential.sessionId !== sessionId) throw attemptIsOver();
    return caller;
  }
}

/** Where a person in a session comes back to, unless they began elsewhere. */
const accountPage = '/account/security';

/** The page where the visit began. */
function startOf(attempt: Attempt | undefined): string {
  if (attempt === undefined || attempt.purpose.for === 'sign-in') return '/login';
  return attempt.purpose.back ?? accountPage;
}
