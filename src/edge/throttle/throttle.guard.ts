import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { getOptionsToken, ThrottlerGuard, type ThrottlerModuleOptions, type ThrottlerRequest } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import { callerOf } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { BucketStorage } from './bucket-storage.js';
import type { Bucket } from './bucket-store.js';
import type { Standing } from './purse.js';
import { setRateHeaders } from './rate-headers.js';
import { RateLimiter } from './rate-limiter.js';
import { bucketKey, bucketKindOf } from './throttlers.js';
import { Throttling, type BucketKind } from './throttling.js';

/** A request that needs a token of a bucket. */
interface Hit {
  readonly caller: Caller;
  readonly kind: BucketKind;
  readonly bucket: Bucket;
  readonly request: Request;
  readonly response: Response;
}

const admitted = Promise.resolve(true);

/** Nest's guard over the token buckets of accounts, for the named throttlers in `kinds`. */
abstract class BucketGuard extends ThrottlerGuard {
  protected abstract readonly kinds: readonly BucketKind[];

  constructor(
    options: ThrottlerModuleOptions,
    private readonly storage: BucketStorage,
    reflector: Reflector,
    protected readonly limiter: RateLimiter,
    private readonly throttling: Throttling,
  ) {
    super(options, storage, reflector);
  }

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.throttlers = this.throttlers.filter(({ name }) => this.kinds.includes(name as BucketKind));
  }

  /**
   * Takes a token that this process holds at once, without Nest's look-ups of metadata and options, which cost several µs for each request.
   * When no token is at hand, the request takes the path of Nest's guard and waits for the store.
   */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { caller } = request;
    const kind = caller === undefined ? undefined : bucketKindOf(context, request);
    if (caller === undefined || kind === undefined) return admitted;
    const bucket = { key: bucketKey(this.throttling.accountOf(caller, kind), kind), ratePerMinute: this.throttling.rateOf(caller, kind) };
    const hit = { caller, kind, bucket, request, response: http.getResponse<Response>() };
    if (!this.kinds.includes(kind)) return this.pass(hit);
    // A repeat may get the response of its first start without a cost: the start decides.
    const mayRepeat = kind !== 'api' && request.headers['idempotency-key'] !== undefined;
    const afforded = mayRepeat ? undefined : this.throttling.afford(caller, kind);
    return afforded === undefined ? this.#take(context, hit) : afforded.then(() => this.#take(context, hit));
  }

  protected override async handleRequest({ context, throttler, limit, ttl, getTracker, generateKey }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const kind = throttler.name as BucketKind;
    const key = generateKey(context, await getTracker(request, context), kind);
    const { standing } = await this.storage.increment(key, ttl, limit);
    const bucket = { key, ratePerMinute: limit };
    return this.decide({ caller: callerOf(request), kind, bucket, request, response: http.getResponse<Response>() }, standing);
  }

  /** For a request whose token another guard takes. */
  protected pass(_hit: Hit): Promise<boolean> {
    return admitted;
  }

  #take(context: ExecutionContext, hit: Hit): Promise<boolean> {
    const standing = this.limiter.takeHeld(hit.bucket);
    return standing === undefined ? super.canActivate(context) : this.decide(hit, standing);
  }

  protected decide(hit: Hit, standing: Standing): Promise<boolean> {
    const { caller, kind, bucket, request, response } = hit;
    setRateHeaders(response, standing);
    if (!standing.isAllowed) throw this.throttling.refusal(caller, kind, standing);
    // For a request that another limit refuses after it has taken its token.
    request.giveBackToken = () => {
      const returned = this.limiter.giveBack(bucket);
      if (returned !== undefined) setRateHeaders(response, returned);
    };
    return admitted;
  }
}

/**
 * Limits how often an account calls, once the caller is known and before the body is read. The body of a start decides which bucket it
 * takes from, so for a start this guard only sets the headers of the bucket that its headers name: a request that is refused before
 * `StartThrottleGuard` has them too. A body that cannot be read takes its token from that bucket.
 */
@Injectable()
export class ThrottleGuard extends BucketGuard {
  protected override readonly kinds = ['api'] as const;

  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    storage: BucketStorage,
    reflector: Reflector,
    limiter: RateLimiter,
    throttling: Throttling,
  ) {
    super(options, storage, reflector, limiter, throttling);
  }

  protected override pass(hit: Hit): Promise<boolean> {
    const { bucket, request, response } = hit;
    request.takeTokenUnread = async () => void (await this.decide(hit, await this.limiter.take(bucket)));
    const standing = this.limiter.look(bucket);
    if (!(standing instanceof Promise)) {
      setRateHeaders(response, standing);
      return admitted;
    }
    return standing.then((known) => {
      setRateHeaders(response, known);
      return true;
    });
  }
}

/** Takes the token of a start of a run, once its body is read. */
@Injectable()
export class StartThrottleGuard extends BucketGuard {
  protected override readonly kinds = ['sync', 'async'] as const;

  constructor(
    @Inject(getOptionsToken()) options: ThrottlerModuleOptions,
    storage: BucketStorage,
    reflector: Reflector,
    limiter: RateLimiter,
    throttling: Throttling,
  ) {
    super(options, storage, reflector, limiter, throttling);
  }
}
