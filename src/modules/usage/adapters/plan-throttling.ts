import { Injectable } from '@nestjs/common';
import type { Standing } from '#edge/throttle/purse.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import type { BucketKind } from '#edge/throttle/throttle.decorator.js';
import { Throttling } from '#edge/throttle/throttling.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { PlanCatalogue, type Plan } from '#kernel/plan.js';
import { accountIdOf } from '../limits/account-of.js';
import { bucketOf } from '../limits/buckets.js';
import { PeriodCost, type PeriodUse } from '../limits/period-cost.js';
import { rateLimited } from '../limits/refusals.js';
import { requireMoney } from '../limits/require-money.js';

/** Limits the request rate of callers by the plan of the account that pays for them. */
@Injectable()
export class PlanThrottling extends Throttling {
  constructor(
    private readonly plans: PlanCatalogue,
    private readonly limiter: RateLimiter,
    private readonly cost: PeriodCost,
    private readonly clock: Clock,
  ) {
    super();
  }

  take(caller: Caller, kind: BucketKind): Standing | Promise<Standing> {
    const plan = this.plans.of(caller.account.plan);
    const bucket = bucketOf(caller, plan, kind);
    if (kind === 'api' || plan.costLimitUsd === null) return this.limiter.take(bucket);
    const used = this.cost.of(accountIdOf(caller));
    if (used instanceof Promise) return used.then((known) => this.#afford(plan, known, () => this.limiter.take(bucket)));
    return this.#afford(plan, used, () => this.limiter.take(bucket));
  }

  giveBack(caller: Caller, kind: BucketKind): Standing | undefined {
    return this.limiter.giveBack(bucketOf(caller, this.plans.of(caller.account.plan), kind));
  }

  look(caller: Caller, kind: BucketKind): Standing | Promise<Standing> {
    return this.limiter.look(bucketOf(caller, this.plans.of(caller.account.plan), kind));
  }

  refusal(caller: Caller, kind: BucketKind, standing: Standing): Error {
    return rateLimited(this.plans.of(caller.account.plan), kind, standing);
  }

  #afford<Result>(plan: Plan, used: PeriodUse, take: () => Result): Result {
    requireMoney(plan, used, this.clock.now());
    return take();
  }
}
