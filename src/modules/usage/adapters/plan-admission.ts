import { Injectable } from '@nestjs/common';
import type { Standing } from '#edge/throttle/purse.js';
import { resetText } from '#edge/throttle/rate-headers.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { BucketView, LimitsView } from '#kernel/plan/limits.js';
import { costLimitOf, PlanCatalogue, type Plan } from '#kernel/plan/plan.js';
import { Admission, type AdmissionRequest } from '#modules/runs/index.js';
import { accountIdOf } from '../limits/account-of.js';
import { bucketOf } from '../limits/buckets.js';
import { PeriodCost } from '../limits/period-cost.js';
import { requireMoney } from '../limits/require-money.js';
import { rateLimited, tooManyRuns } from '../limits/refusals.js';
import { RunsInProgress } from '../limits/runs-in-progress.js';

/** A number for clients that do not accept null for an absent limit. */
const unlimitedUsd = 999_999;

/** Admits runs by the plan of the account that pays. */
@Injectable()
export class PlanAdmission extends Admission {
  constructor(
    private readonly plans: PlanCatalogue,
    private readonly limiter: RateLimiter,
    private readonly cost: PeriodCost,
    private readonly running: RunsInProgress,
    private readonly clock: Clock,
  ) {
    super();
  }

  async admit({ caller, workflowId }: AdmissionRequest): Promise<() => void> {
    const plan = this.plans.of(caller.account.plan);
    if (!isBounded(plan)) return () => undefined;
    const { concurrentRuns: mostOfAccount, concurrentRunsPerWorkflow: mostOfWorkflow } = plan;
    const entry = await this.running.enter({ accountId: accountIdOf(caller), workflowId, mostOfAccount, mostOfWorkflow });
    if ('leave' in entry) return entry.leave;
    throw tooManyRuns(plan, (entry.full === 'account' ? mostOfAccount : mostOfWorkflow) ?? 0, entry.full);
  }

  isBounded({ account }: Pick<Caller, 'account'>): boolean {
    return isBounded(this.plans.of(account.plan));
  }

  async afford({ account }: Pick<Caller, 'account'>): Promise<void> {
    const plan = this.plans.of(account.plan);
    if (plan.costLimitUsd !== null) requireMoney(plan, await this.cost.of(accountIdOf({ account })), this.clock.now());
  }

  async takeStart(payer: Pick<Caller, 'account'>, kind: 'sync' | 'async' = 'async'): Promise<() => void> {
    const plan = this.plans.of(payer.account.plan);
    const bucket = bucketOf(payer, plan, kind);
    const standing = await this.limiter.take(bucket);
    if (!standing.isAllowed) throw rateLimited(plan, kind, standing);
    return () => void this.limiter.giveBack(bucket);
  }

  async limits({ caller }: Pick<AdmissionRequest, 'caller'>): Promise<LimitsView> {
    const plan = this.plans.of(caller.account.plan);
    const { usd: currentPeriodCost, seats } = await this.cost.of(accountIdOf(caller));
    const limit = costLimitOf(plan, seats) ?? unlimitedUsd;
    const [sync, async] = [await this.#view(caller, plan, 'sync'), await this.#view(caller, plan, 'async')];
    return {
      workflowExecutionRateLimit: { sync, async },
      usage: {
        currentPeriodCost,
        limit,
        plan: caller.account.plan ?? plan.name,
        isExceeded: plan.costLimitUsd !== null && currentPeriodCost >= limit,
      },
    };
  }

  #view(caller: Caller, plan: Plan, kind: 'sync' | 'async'): BucketView | Promise<BucketView> {
    const bucket = bucketOf(caller, plan, kind);
    const standing = this.limiter.look(bucket);
    return standing instanceof Promise ? standing.then((known) => view(bucket.ratePerMinute, known)) : view(bucket.ratePerMinute, standing);
  }
}

function view(requestsPerMinute: number, { limit: maxBurst, remaining, resetAtMs }: Standing): BucketView {
  return { requestsPerMinute, maxBurst, remaining, resetAt: resetText(resetAtMs) };
}

function isBounded({ concurrentRuns, concurrentRunsPerWorkflow }: Plan): boolean {
  return concurrentRuns !== null || concurrentRunsPerWorkflow !== null;
}
