import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { Config } from '#host/config/config.js';
import { forbidden } from '#kernel/errors.js';

/** A cookie of this name is sent over TLS to this host alone. Browsers do not take it from plain HTTP. */
const secureName = '__Host-sluice';
const plainName = 'sluice';
const token = /^[A-Za-z0-9_-]{43}$/;
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * The cookie of a session. It counts only at the host of the base URL and on loopback, so that a name that is bound to the address of this server
 * has none. Over plain HTTP it exists on loopback alone, unless `SLUICE_PLAIN_HTTP` allows more.
 */
@Injectable()
export class SessionCookie {
  readonly #host: string;

  constructor(private readonly config: Config) {
    this.#host = new URL(config.baseUrl).host;
  }

  /** The token that a request came with; undefined: none, or one that does not count here. */
  read(request: Request): string | undefined {
    const { cookie } = request.headers;
    if (cookie === undefined || !this.#isOwnHost(request)) return undefined;
    const name = request.secure ? secureName : plainName;
    const values = cookie.split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
    });
    const [value] = values;
    return values.length === 1 && value !== undefined && token.test(value) ? value : undefined;
  }

  set(response: Response, value: string, expiresAt: string): void {
    const { req: request } = response;
    response.cookie(request.secure ? secureName : plainName, value, { ...this.#options(request), expires: new Date(expiresAt) });
  }

  clear(response: Response): void {
    const { req: request } = response;
    response.clearCookie(request.secure ? secureName : plainName, this.#options(request));
  }

  /**
   * Before anything secret is read from a request.
   * @throws DomainError forbidden, with both remedies, where a password would cross the network readable to all
   */
  requireSafePlace(request: Request): void {
    if (request.secure || this.config.plainHttp === 'allow' || isLoopback(request)) {
      if (this.#isOwnHost(request)) return;
      throw forbidden(`People sign in at ${this.config.baseUrl}; this request came to ${request.headers.host ?? 'no host'}`, 'WRONG_HOST');
    }
    const remedy =
      'Serve it over HTTPS and set SLUICE_BASE_URL=https://… and, behind a proxy that ends TLS, SLUICE_TRUSTED_PROXIES to the address of the proxy; or set SLUICE_PLAIN_HTTP=allow';
    throw forbidden(`Passwords are not accepted over plain HTTP at ${request.headers.host ?? 'this address'}. ${remedy}.`, 'PLAIN_HTTP');
  }

  #isOwnHost(request: Request): boolean {
    return request.headers.host === this.#host || isLoopback(request);
  }

  #options(request: Request): CookieOptions {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.secure };
  }
}

function isLoopback({ headers: { host } }: Request): boolean {
  return host !== undefined && loopbackHost.test(host);
}
