/** The names of the plans. What each of them allows is in the plan catalogue. */
export const planNames = ['free', 'pro', 'team', 'enterprise', 'selfhosted'] as const;
export type PlanName = (typeof planNames)[number];
