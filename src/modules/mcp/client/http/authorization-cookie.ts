import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import type { AuthorizationAttempt } from '../oauth/oauth-exchange.js';

const place = 'mcp-authorization';
const name = 'sluice-mcp-authorization';
const lifetimeMs = 10 * 60_000;

/** What a browser keeps of a visit to an authorization server. */
export interface PendingAuthorization {
  readonly connectionId: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly attempt: AuthorizationAttempt;
}

/** The visit counts in the browser in which it began. The cookie is sealed: neither the browser nor another site can make one. */
@Injectable()
export class AuthorizationCookie {
  constructor(
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  set(response: Response, pending: PendingAuthorization): void {
    const expiresAtMs = this.clock.now().getTime() + lifetimeMs;
    const value = this.box.encrypt(JSON.stringify({ ...pending, expiresAtMs }), place);
    response.cookie(name, value, { ...optionsFor(response.req), maxAge: lifetimeMs });
  }

  /** Undefined: none, or one that does not count any more. */
  read({ headers }: Request): PendingAuthorization | undefined {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    if (value === undefined || !this.box.opens(value, place)) return undefined;
    const pending = JSON.parse(this.box.decrypt(value, place)) as PendingAuthorization & { readonly expiresAtMs: number };
    return pending.expiresAtMs > this.clock.now().getTime() ? pending : undefined;
  }

  clear(response: Response): void {
    response.clearCookie(name, optionsFor(response.req));
  }
}

function optionsFor({ secure }: Request): CookieOptions {
  return { path: '/auth/mcp', httpOnly: true, sameSite: 'lax', secure };
}
