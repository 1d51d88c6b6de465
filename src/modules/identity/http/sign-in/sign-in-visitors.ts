import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '#host/config/config.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { AddressWindows } from '#edge/throttle/address-windows.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, forbidden } from '#kernel/errors.js';
import { isCrossSite } from '../../gate/sessions/cross-site.js';
import { SessionCookie } from '../../gate/sessions/session-cookie.js';

const attemptsPerMinute = 20;

/** What a request without a caller passes before it may sign in: the place is safe, the page is ours, and its address has not tried too often. */
@Injectable()
export class SignInVisitors {
  readonly #attempts: AddressWindows;
  readonly #base: string;

  constructor(
    private readonly cookie: SessionCookie,
    private readonly security: SecurityLog,
    config: Config,
    clock: Clock,
  ) {
    this.#attempts = new AddressWindows({ allowed: attemptsPerMinute, windowMs: 60_000, nowMs: () => clock.now().getTime() });
    this.#base = new URL(config.baseUrl).origin;
  }

  /** @throws DomainError forbidden, limited */
  admit(request: Request): void {
    this.cookie.requireSafePlace(request);
    this.#requireOwnPage(request);
    const tooMany = this.#attempts.record(request.ip ?? '');
    if (tooMany === undefined) return;
    request.refusal = 'guessing';
    this.security.note('auth.bruteforce', { address: request.ip, requestId: request.requestId });
    const { allowed, retryAfterSeconds } = tooMany;
    const message = `Too many attempts: at most ${allowed} a minute from one address. Please try again in ${retryAfterSeconds} s.`;
    throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }

  /** Otherwise another site could sign a visitor in as someone else. A client that is no browser says nothing of its origin. */
  #requireOwnPage(request: Request): void {
    const { method, headers, protocol } = request;
    if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return;
    if (!isCrossSite({ method, headers, own: `${protocol}://${headers.host ?? ''}`, base: this.#base })) return;
    this.security.note('auth.cross_site', { address: request.ip, requestId: request.requestId });
    throw forbidden('People sign in on a page of this server', 'CROSS_SITE');
  }
}
