import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import { attemptLifetimeMs, type Attempt } from '../../commands/oidc/attempt.js';

const place = 'oidc-attempt';
const [secureName, plainName] = ['__Host-sluice-oidc', 'sluice-oidc'];

/** A visit to a provider that has begun in this browser. The cookie is sealed: neither the browser nor another site can make one. */
@Injectable()
export class AttemptCookie {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  set(response: Response, attempt: Attempt): void {
    const { req: request } = response;
    const value = this.box.encrypt(JSON.stringify(attempt), place);
    response.cookie(nameFor(request), value, { ...optionsFor(request), maxAge: attemptLifetimeMs });
  }

  /** Undefined: none, or one that does not count any more. */
  read(request: Request): Attempt | undefined {
    const start = `${nameFor(request)}=`;
    const pair = (request.headers.cookie ?? '').split(';').find((text) => text.trim().startsWith(start));
    const value = pair?.trim().slice(start.length);
    if (value === undefined || !this.box.opens(value, place)) return undefined;
    const attempt = JSON.parse(this.box.decrypt(value, place)) as Attempt;
    return attempt.expiresAtMs > this.clock.now().getTime() ? attempt : undefined;
  }

  clear(response: Response): void {
    response.clearCookie(nameFor(response.req), optionsFor(response.req));
  }
}

function nameFor(request: Request): string {
  return request.secure ? secureName : plainName;
}

function optionsFor(request: Request): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.secure };
}
