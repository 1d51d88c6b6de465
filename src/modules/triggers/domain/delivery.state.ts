import type { KnownTrigger } from './trigger.state.js';

export const deliveryOutcomes = ['accepted', 'duplicate', 'filtered', 'refused', 'held', 'skipped', 'poisoned'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** Outcomes of deliveries that can be repeated: a held one becomes a run by itself, and a duplicate has no contents. */
export const repeatableOutcomes = ['accepted', 'filtered', 'refused', 'skipped', 'poisoned'] as const satisfies readonly DeliveryOutcome[];

/** Why a delivery did not become a run, for programs. */
export type RefusalReason =
  | 'paused'
  | 'disabled'
  | 'retired'
  | 'payment-required'
  | 'suspended'
  | 'workspace-deleted'
  | 'call-chain-too-deep';

export interface Refusal {
  readonly outcome: 'refused';
  readonly reason: RefusalReason;
  /** A sentence for people. */
  readonly message: string;
}

const refused = (reason: RefusalReason, message: string): Refusal => ({ outcome: 'refused', reason, message });

/** What becomes of an event that reaches a trigger in this state. */
export function verdictOn({
  status,
  pauseMode,
}: Pick<KnownTrigger, 'status' | 'pauseMode'>): { readonly outcome: 'accepted' | 'held' } | Refusal {
  switch (status) {
    case 'active':
      return { outcome: 'accepted' };
    case 'paused':
      return pauseMode === 'hold' ? { outcome: 'held' } : refused('paused', 'The trigger is paused and drops deliveries');
    case 'disabled':
      return refused('disabled', 'The trigger is disabled because its runs fail');
    case 'retired':
      return refused('retired', 'The active version of the workflow does not have the block of the trigger');
  }
}
