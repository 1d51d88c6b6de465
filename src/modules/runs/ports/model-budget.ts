import type { KeyOwner } from '#engine/agents/model-answer.js';

/** A call of a model that is about to be made. Amounts are whole nano-dollars. */
export interface PlannedCall {
  /** Who pays for the run. */
  readonly accountId: string;
  readonly workspaceId: string;
  readonly executionId: string;
  readonly keyOf: KeyOwner;
  /** What the run has spent so far. */
  readonly spentNanoUsd: number;
  /** The most that the call is expected to cost; null when no price is known. */
  readonly holdNanoUsd: number | null;
}

/** An amount that is reserved for a call in progress. The first of the two ends it; further ones have no effect. */
export interface BudgetHold {
  /** The call has ended, and its event is stored. */
  settle(actualNanoUsd: number): void;
  /** The call was not made, or costs nothing. */
  release(): void;
}

/** Decides before each call of a model whether it can still be paid. The module usage implements it. */
export abstract class ModelBudget {
  /** @throws DomainError 402 BUDGET_EXCEEDED that names the limit */
  abstract admit(call: PlannedCall): Promise<BudgetHold>;
}
