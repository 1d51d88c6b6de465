import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Standing } from './purse.js';
import { RateLimiter } from './rate-limiter.js';

type HitRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The storage of Nest's throttler: a hit takes a token from a bucket, and `limit` is the refill rate for one minute. */
@Injectable()
export class BucketStorage implements ThrottlerStorage {
  constructor(private readonly limiter: RateLimiter) {}

  async increment(key: string, _ttl: number, limit: number): Promise<HitRecord & { readonly standing: Standing }> {
    const standing = await this.limiter.take({ key, ratePerMinute: limit });
    const timeToExpire = Math.ceil(standing.resetInMs / 1000);
    const isBlocked = !standing.isAllowed;
    const totalHits = standing.limit - standing.remaining;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0, standing };
  }
}
