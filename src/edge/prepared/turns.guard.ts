import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '#kernel/errors.js';
import { Turns } from './turns.js';

const ofAddress = { perSecond: 20, burst: 20 };
const inAll = { perSecond: 100, burst: 100 };
const mostWaitMs = 5000;

/** Lets requests without a caller wait for their turn. For routes whose answers are large and the same for all. */
@Injectable()
export class TurnsGuard implements CanActivate {
  readonly #turns = new Turns({ ofAddress, inAll, mostWaitMs, nowMs: () => performance.now() });

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    const waitMs = this.#turns.next(request.ip ?? '');
    if (waitMs === undefined) {
      request.refusal = 'overload';
      const message = 'Too many requests for this page wait already. Please retry shortly.';
      throw new DomainError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds: mostWaitMs / 1000 });
    }
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    return true;
  }
}
