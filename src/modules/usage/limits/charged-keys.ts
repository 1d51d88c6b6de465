import type { KeyOwner } from '#engine/agents/model-answer.js';

/** Whether the calls with a key count for the cost limit of the plan. The owners of other keys pay the provider themselves. */
export function countsForPlan(keyOf: KeyOwner): boolean {
  return keyOf === 'operator';
}
