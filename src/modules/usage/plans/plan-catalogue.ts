/** What an account may use. Rates are per minute; a null limit is none. */
export interface Plan {
  readonly name: string;
  readonly syncPerMinute: number;
  readonly asyncPerMinute: number;
  /** US dollars in one billing period. */
  readonly costLimitUsd: number | null;
}

/** The plan of an account that was given none: an installation of one's own has no limits but its machine's. */
export const defaultPlan = 'selfhosted';

const plans: readonly Plan[] = [
  { name: 'free', syncPerMinute: 50, asyncPerMinute: 200, costLimitUsd: 5 },
  { name: 'pro', syncPerMinute: 150, asyncPerMinute: 1000, costLimitUsd: 20 },
  { name: 'team', syncPerMinute: 300, asyncPerMinute: 2500, costLimitUsd: 40 },
  { name: 'enterprise', syncPerMinute: 600, asyncPerMinute: 5000, costLimitUsd: 200 },
  { name: defaultPlan, syncPerMinute: 60_000, asyncPerMinute: 300_000, costLimitUsd: null },
];

const byName = new Map(plans.map((plan) => [plan.name, plan]));

/** @throws Error for a name that is not in the catalogue; names are checked when they are given to an account */
export function planNamed(name: string | null): Plan {
  const plan = byName.get(name ?? defaultPlan);
  if (plan === undefined) throw new Error(`There is no plan ${name}`);
  return plan;
}
