import type { Caller } from '#kernel/caller.js';
import type { LimitsView } from '#kernel/plan/limits.js';

export interface AdmissionRequest {
  readonly caller: Caller;
  readonly workspaceId: string;
  readonly workflowId: string;
}

/** Decides whether a run may start now, and reports the remaining limits of the caller. The module usage implements it. */
export abstract class Admission {
  /**
   * Admits a run that starts at once. Rate limits and money were checked before. May wait for a few seconds, until it is known whether
   * other runs count.
   * @returns a function to call when the run holds a lease, has ended or did not start; further calls have no effect
   * @throws DomainError limited when too many runs are in progress already
   */
  abstract admit(request: AdmissionRequest): Promise<() => void>;

  /** Whether the runs of the caller that are in progress are limited, so that queued runs wait for room. */
  abstract isBounded(payer: Pick<Caller, 'account'>): boolean;

  /**
   * Takes the token of a start that no request with a key makes. @returns a function that gives it back
   * @throws DomainError limited
   */
  abstract takeStart(payer: Pick<Caller, 'account'>, kind?: 'sync' | 'async'): Promise<() => void>;

  /** To be called before a run continues; starts are checked before. @throws DomainError payment-required when the budget of the account is used up */
  abstract afford(payer: Pick<Caller, 'account'>): Promise<void>;

  /** The remaining limits of the caller. Reading them consumes nothing. */
  abstract limits(request: Pick<AdmissionRequest, 'caller' | 'workspaceId'>): Promise<LimitsView>;
}
