import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import type { AuthorizationAttempt } from '../oauth/oauth-exchange.js';

const place = 'mcp-authorization';
const [secureName, plainName] = ['__Host-sluice-mcp-authorization', 'sluice-mcp-authorization'];
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
    response.cookie(nameFor(response.req), value, { ...optionsFor(response.req), maxAge: lifetimeMs });
  }

  /** Undefined: none, or one that does not count any more. */
  read(request: Request): PendingAuthorization | undefined {
    const start = `${nameFor(request)}=`;
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const value = pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
    if (value === undefined || !this.box.opens(value, place)) return undefined;
    const pending = JSON.parse(this.box.decrypt(value, place)) as PendingAuthorization & { readonly expiresAtMs: number };
    return pending.expiresAtMs > this.clock.now().getTime() ? pending : undefined;
  }

  clear(response: Response): void {
    response.clearCookie(nameFor(response.req), optionsFor(response.req));
  }
}

/** Over TLS, browsers take a cookie of this name from this host alone: a neighbour cannot plant its own. */
function nameFor({ secure }: Request): string {
  return secure ? secureName : plainName;
}

function optionsFor({ secure }: Request): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure };
}
