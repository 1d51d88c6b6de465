import { Injectable } from '@nestjs/common';
import type { Standing } from '#edge/throttle/purse.js';
import { Throttling, type BucketKind } from '#edge/throttle/throttling.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { accountIdOf } from '../limits/account-of.js';
import { rateOf } from '../limits/buckets.js';
import { PeriodCost } from '../limits/period-cost.js';
import { rateLimited } from '../limits/refusals.js';
import { requireMoney } from '../limits/require-money.js';

/** A page makes five to ten requests: the rate of a small plan is made for programs. */
const pageRequestsPerMinute = 600;

/** Limits the request rate of callers by the plan of the account that pays for them. People who are signed in have their own bucket of requests, and share those of runs. */
@Injectable()
export class PlanThrottling extends Throttling {
  constructor(
    private readonly plans: PlanCatalogue,
    private readonly cost: PeriodCost,
    private readonly clock: Clock,
  ) {
    super();
  }

  accountOf(caller: Caller, kind: BucketKind): string {
    return caller.kind === 'session' && kind === 'api' ? `session:${caller.userId}` : accountIdOf(caller);
  }

  rateOf(caller: Caller, kind: BucketKind): number {
    if (caller.kind === 'session' && kind === 'api') return pageRequestsPerMinute;
    return rateOf[kind](this.plans.of(caller.account.plan));
  }

  afford(caller: Caller, kind: BucketKind): Promise<void> | undefined {
    const plan = this.plans.of(caller.account.plan);
    if (kind === 'api' || plan.costLimitUsd === null) return undefined;
    const used = this.cost.of(accountIdOf(caller));
    if (used instanceof Promise) return used.then((known) => requireMoney(plan, known, this.clock.now()));
    requireMoney(plan, used, this.clock.now());
    return undefined;
  }

  refusal(caller: Caller, kind: BucketKind, standing: Standing): Error {
    return rateLimited(this.plans.of(caller.account.plan), kind, standing);
  }
}
