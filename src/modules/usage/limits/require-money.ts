import { costLimitOf, type Plan } from '#kernel/plan/plan.js';
import { periodEnd } from './billing-period.js';
import type { PeriodUse } from './period-cost.js';
import { overCostLimit } from './refusals.js';

/** @throws DomainError payment-required when the account has reached the cost limit of its plan */
export function requireMoney(plan: Plan, { usd, seats }: Pick<PeriodUse, 'usd' | 'seats'>, now: Date): void {
  const limitUsd = costLimitOf(plan, seats);
  if (limitUsd !== null && usd >= limitUsd) throw overCostLimit(plan, { usd, limitUsd }, periodEnd(now));
}
