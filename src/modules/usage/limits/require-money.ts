import type { Plan } from '#kernel/plan.js';
import { periodEnd } from './billing-period.js';
import { overCostLimit } from './refusals.js';

/** @throws DomainError payment-required when the plan has a limit and as much is used */
export function requireMoney(plan: Plan, usedUsd: number, now: Date): void {
  if (plan.costLimitUsd !== null && usedUsd >= plan.costLimitUsd) throw overCostLimit(plan, usedUsd, periodEnd(now));
}
