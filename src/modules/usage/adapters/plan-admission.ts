import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#kernel/clock.js';
import type { Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { Admission, type AdmissionRequest, type BucketView, type LimitsView } from '#modules/executions/index.js';
import { planNamed, type Plan } from '../plans/plan-catalogue.js';
import { PeriodCost } from '../limits/period-cost.js';
import { capacityOf, refill, resetAtMs, take, type TokenBucket } from '../limits/token-bucket.js';

/** Admits runs by the plan of the account that pays. Members of an organization share one account. */
@Injectable()
export class PlanAdmission extends Admission {
  readonly #buckets = new LRUCache<string, TokenBucket>({ max: 100_000 });

  constructor(
    private readonly cost: PeriodCost,
    private readonly clock: Clock,
  ) {
    super();
  }

  async admit({ caller, mode }: AdmissionRequest): Promise<void> {
    const plan = planNamed(caller.account.plan);
    if (plan.costLimitUsd !== null) await this.#refuseOverLimit(caller, plan, plan.costLimitUsd);
    const nowMs = this.clock.now().getTime();
    const key = bucketKey(caller, mode);
    const bucket = refill(this.#buckets.get(key), rateOf(plan, mode), nowMs);
    const left = take(bucket);
    if (left === undefined) throw rateLimited(plan, mode, resetAtMs(bucket) - nowMs);
    this.#buckets.set(key, left);
  }

  async limits({ caller }: Pick<AdmissionRequest, 'caller'>): Promise<LimitsView> {
    const plan = planNamed(caller.account.plan);
    const currentPeriodCost = await this.cost.of(accountIdOf(caller));
    const limit = plan.costLimitUsd ?? unlimitedUsd;
    return {
      workflowExecutionRateLimit: { sync: this.#view(caller, plan, 'sync'), async: this.#view(caller, plan, 'async') },
      usage: { currentPeriodCost, limit, plan: plan.name, isExceeded: currentPeriodCost >= limit },
    };
  }

  #view(caller: Caller, plan: Plan, mode: 'sync' | 'async'): BucketView {
    const rate = rateOf(plan, mode);
    const bucket = refill(this.#buckets.get(bucketKey(caller, mode)), rate, this.clock.now().getTime());
    const resetAt = new Date(resetAtMs(bucket)).toISOString();
    return { requestsPerMinute: rate, maxBurst: capacityOf(rate), remaining: bucket.tokens, resetAt };
  }

  async #refuseOverLimit(caller: Caller, plan: Plan, limitUsd: number): Promise<void> {
    const used = await this.cost.of(accountIdOf(caller));
    if (used < limitUsd) return;
    const figures = `$${used.toFixed(2)} used of $${limitUsd.toFixed(2)} limit of the ${plan.name} plan`;
    throw new DomainError(
      'payment-required',
      'USAGE_LIMIT_EXCEEDED',
      `Usage limit exceeded: ${figures}. It begins anew with the next calendar month.`,
    );
  }
}

/** A number for clients that expect one where there is no limit. */
const unlimitedUsd = 999_999;

function accountIdOf({ account }: Caller): string {
  return account.organizationId ?? account.userId;
}

function bucketKey(caller: Caller, mode: 'sync' | 'async'): string {
  return `${accountIdOf(caller)}:${mode}`;
}

function rateOf(plan: Plan, mode: 'sync' | 'async'): number {
  return mode === 'sync' ? plan.syncPerMinute : plan.asyncPerMinute;
}

function rateLimited(plan: Plan, mode: 'sync' | 'async', waitMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const limit = `${rateOf(plan, mode)} ${mode === 'sync' ? 'synchronous' : 'asynchronous'} runs a minute on the ${plan.name} plan`;
  return new DomainError('limited', 'RATE_LIMIT_EXCEEDED', `Rate limit exceeded: ${limit}. Please try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
