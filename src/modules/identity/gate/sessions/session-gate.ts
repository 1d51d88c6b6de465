import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '#host/config/config.js';
import { SecurityLog } from '#host/logging/security-log.js';
import type { SessionCaller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, forbidden } from '#kernel/errors.js';
import { SessionUses } from '../../store/sign-in/session-uses.js';
import { isCrossSite } from './cross-site.js';
import { SessionCookie } from './session-cookie.js';
import { SessionLookup } from './session-lookup.js';

/** What needs a recent sign-in is possible for this long. */
export const recentForMs = 10 * 60_000;

/** Admits people who have signed in. */
@Injectable()
export class SessionGate {
  readonly #base: string;

  constructor(
    private readonly cookie: SessionCookie,
    private readonly lookup: SessionLookup,
    private readonly uses: SessionUses,
    private readonly clock: Clock,
    private readonly security: SecurityLog,
    private readonly config: Config,
  ) {
    this.#base = new URL(config.baseUrl).origin;
  }

  /** The token of a session that a request came with; undefined: none. */
  tokenOf(request: Request): string | undefined {
    return this.cookie.read(request);
  }

  /**
   * @throws DomainError unauthenticated; forbidden with the code CROSS_SITE for what another site may have made, and RECENT_SIGN_IN_REQUIRED for a
   * dangerous action long after the person has proved who they are
   */
  async admit(request: Request, token: string, needsRecent: boolean): Promise<true> {
    const { method, headers, protocol } = request;
    if (isCrossSite({ method, headers, own: `${protocol}://${headers.host ?? ''}`, base: this.#base })) {
      this.security.note('auth.cross_site', { address: request.ip, requestId: request.requestId });
      throw forbidden('A request with the cookie of a session must come from a page of this server', 'CROSS_SITE');
    }
    const caller = await this.present(token);
    if (caller === undefined) {
      this.security.count('auth.session_ended');
      throw new DomainError('unauthenticated', 'UNAUTHORIZED', 'The session has ended: please sign in again');
    }
    const now = this.clock.now().getTime();
    this.uses.note(caller.credential.sessionId, now);
    if (needsRecent && now - Date.parse(caller.credential.confirmedAt) >= recentForMs) throw recentSignInRequired();
    request.caller = caller;
    return true;
  }

  /** The caller of a session, without counting as a use of it; undefined: it has ended. */
  async present(token: string): Promise<SessionCaller | undefined> {
    const session = await this.lookup.find(token);
    const now = this.clock.now().getTime();
    if (session === undefined || session.expiresAtMs <= now || now - (session.lastSeenAtMs ?? now) > this.config.sessionIdleMs)
      return undefined;
    return session.caller;
  }
}

function recentSignInRequired(): DomainError {
  return forbidden(
    'This needs a sign-in of the last ten minutes: confirm the password at /api/v1/session/confirm, then repeat it',
    'RECENT_SIGN_IN_REQUIRED',
  );
}
