import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { setRateHeaders } from '#edge/throttle/rate-headers.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { bucketKey } from '#edge/throttle/throttlers.js';
import { Throttling, type BucketKind } from '#edge/throttle/throttling.js';
import type { Caller } from '#kernel/caller.js';

/** Takes the tokens of messages: a call of a tool is a synchronous start, other requests are requests of the API. */
@Injectable()
export class McpTokens {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly throttling: Throttling,
  ) {}

  /** @throws DomainError limited, payment-required for a start by an account that has used up its money */
  async take(caller: Caller, kind: BucketKind, response: Response): Promise<void> {
    await this.throttling.afford(caller, kind);
    const bucket = { key: bucketKey(this.throttling.accountOf(caller, kind), kind), ratePerMinute: this.throttling.rateOf(caller, kind) };
    const standing = await this.limiter.take(bucket);
    setRateHeaders(response, standing);
    if (!standing.isAllowed) throw this.throttling.refusal(caller, kind, standing);
  }
}
