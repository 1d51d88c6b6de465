import type { Standing } from '#edge/throttle/purse.js';
import type { BucketKind } from '#edge/throttle/throttling.js';
import { DomainError } from '#kernel/errors.js';
import type { Plan } from '#kernel/plan/plan.js';

/* Every refusal names the limit, its value, and when it is worth trying again. */

const whatOf: Readonly<Record<BucketKind, string>> = {
  sync: 'synchronous runs',
  async: 'asynchronous runs',
  api: 'API requests',
};

const concurrencyRetrySeconds = 5;

export function rateLimited(plan: Plan, kind: BucketKind, { limit, resetAtMs, resetInMs }: Standing): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetInMs / 1000));
  const value = `${limit / 2} ${whatOf[kind]} per minute and ${limit} at once on the ${plan.name} plan`;
  const reset = new Date(resetAtMs).toISOString();
  const message = `Rate limit exceeded: ${value}. The limit resets at ${reset}; retry in ${retryAfterSeconds} s.`;
  return new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}

export function overCostLimit(plan: Plan, { usd, limitUsd }: { usd: number; limitUsd: number }, resetAt: Date): DomainError {
  const figures = `$${amount(usd)} used of $${amount(limitUsd)} limit of the ${plan.name} plan`;
  const message = `Usage limit exceeded: ${figures} in this billing period. The next period starts at ${resetAt.toISOString()}.`;
  return new DomainError('payment-required', 'USAGE_LIMIT_EXCEEDED', message);
}

export function tooManyRuns(plan: Plan, most: number, of: 'account' | 'workflow'): DomainError {
  const value = `${most} runs of one ${of} on the ${plan.name} plan`;
  const message = `Too many concurrent executions are in progress: at most ${value}. Retry in ${concurrencyRetrySeconds} s, when some have finished.`;
  return new DomainError('limited', 'RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: concurrencyRetrySeconds });
}

interface BudgetFigures {
  readonly limitUsd: number;
  /** Used in the period, with the calls in progress. */
  readonly usedNanoUsd: number;
  /** What the refused call may cost. */
  readonly holdNanoUsd: number;
  /** What the run has spent so far. */
  readonly spentNanoUsd: number;
  readonly resetAt: Date;
}

export function overBudget(plan: Plan, { limitUsd, usedNanoUsd, holdNanoUsd, spentNanoUsd, resetAt }: BudgetFigures): DomainError {
  const figures = `$${dollars(usedNanoUsd)} of the $${amount(limitUsd)} limit of the ${plan.name} plan is used or reserved in this billing period`;
  const call = `the call may cost $${dollars(holdNanoUsd)}, after $${dollars(spentNanoUsd)} that the run has spent`;
  const message = `Budget exceeded: ${figures}; ${call}. The next period starts at ${resetAt.toISOString()}.`;
  return new DomainError('payment-required', 'BUDGET_EXCEEDED', message);
}

/** Two decimals, and more where the amount has more: at most 6. */
function amount(usd: number): string {
  return usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6, useGrouping: false });
}

function dollars(nanoUsd: number): string {
  return (nanoUsd / 1e9).toFixed(6);
}
