import type { KeyOwner } from '#engine/agents/model-answer.js';

/** The owner of the key whose calls count for the cost limit of the plan. The owners of other keys pay the provider themselves. */
export const planKey: KeyOwner = 'operator';

/** Whether the calls with a key count for the cost limit of the plan. */
export function countsForPlan(keyOf: KeyOwner): boolean {
  return keyOf === planKey;
}
