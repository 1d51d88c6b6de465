import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AddressWindows } from '#edge/throttle/address-windows.js';
import { SecurityLog } from '#host/logging/security-log.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';

const wrongPerMinute = 300;

/** Counts what each client address sends to addresses that do not exist or with wrong signatures. */
@Injectable()
export class WebhookVisitors {
  readonly #wrong: AddressWindows;

  constructor(
    clock: Clock,
    private readonly security: SecurityLog,
  ) {
    this.#wrong = new AddressWindows({ allowed: wrongPerMinute, windowMs: 60_000, nowMs: () => clock.now().getTime() });
  }

  /** @throws DomainError limited instead of a refusal of a client that was refused too often */
  async counted<Answer>(request: Request, enter: () => Promise<Answer>): Promise<Answer> {
    try {
      return await enter();
    } catch (error) {
      if (!(error instanceof DomainError) || (error.kind !== 'unauthenticated' && error.kind !== 'not-found')) throw error;
      const exceeded = this.#wrong.record(request.ip ?? '');
      if (exceeded === undefined) throw error;
      request.refusal = 'guessing';
      this.security.note('auth.bruteforce', { address: request.ip, requestId: request.requestId });
      const { retryAfterSeconds } = exceeded;
      throw new DomainError('limited', 'RATE_LIMIT_EXCEEDED', 'Too many wrong requests from this address', { retryAfterSeconds });
    }
  }
}
