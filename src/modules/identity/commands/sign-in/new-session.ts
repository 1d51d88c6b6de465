import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { randomSecret } from '#host/secrets/random-token.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import type { RequestSource } from '#kernel/event.js';
import type { UnitOfWork } from '#ledger/events/decide.js';
import { session } from '../../domain/sign-in/session.decider.js';
import { sessionStream, type SignInMethod } from '../../domain/sign-in/session.events.js';
import { sessionSecret } from '../../store/sign-in/session-secret.entity.js';

/** With "keep me signed in". */
const keptForMs = 30 * 86_400_000;

/** A session that has begun. */
export interface StartedSession {
  readonly userId: string;
  readonly sessionId: string;
  /** The value of the cookie, known here for the only time. */
  readonly token: string;
  readonly expiresAt: string;
}

export interface SessionStart {
  readonly userId: string;
  /** What the session depends on: a password, or an account at a provider. */
  readonly by: { readonly passwordId: string } | { readonly identityId: string };
  readonly method: SignInMethod;
  readonly isKept: boolean;
  readonly source: RequestSource;
}

/** Starts sessions of people. */
@Injectable()
export class NewSession {
  constructor(
    private readonly config: Config,
    private readonly digests: SignInDigests,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** The session begins when the unit of work is committed. */
  async start(unit: UnitOfWork, { userId, by, method, isKept, source: { ip, userAgent } }: SessionStart): Promise<StartedSession> {
    const sessionId = this.ids.next();
    const now = this.clock.now().getTime();
    const expiresAt = new Date(now + (isKept ? keptForMs : this.config.sessionLifetimeMs)).toISOString();
    const command = {
      type: 'start',
      userId,
      passwordId: 'passwordId' in by ? by.passwordId : null,
      identityId: 'identityId' in by ? by.identityId : null,
      method,
      address: ip ?? null,
      agent: userAgent ?? null,
      isKept,
      expiresAt,
    } as const;
    await unit.on(sessionStream.at(sessionId), session, () => [command]);
    const token = randomSecret();
    unit.write([sessionSecret.add({ sessionId, digest: this.digests.session.digest(token), lastSeenAt: new Date(now).toISOString() })]);
    return { userId, sessionId, token, expiresAt };
  }

  /** Another value for the cookie of a session, for the moment when its rights grow. */
  renew(unit: UnitOfWork, sessionId: string): string {
    const token = randomSecret();
    unit.write([sessionSecret.patch({ sessionId, digest: this.digests.session.digest(token) })]);
    return token;
  }
}
