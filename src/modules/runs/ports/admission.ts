import type { Caller } from '#kernel/caller.js';
import type { LimitsView } from '#kernel/limits.js';

export interface AdmissionRequest {
  readonly caller: Caller;
  readonly workspaceId: string;
  readonly workflowId: string;
}

/** Whether a run may begin now, and what the caller has left. Filled by the module that knows plans and usage. */
export abstract class Admission {
  /**
   * For a run that begins at once. What a start costs and takes was settled at the gate. May wait for a few seconds, while it is not known of
   * other runs whether they count.
   * @returns to be called once the run holds a lease or is over, or did not begin; more often does no harm
   * @throws DomainError limited when too many runs are in progress already
   */
  abstract admit(request: AdmissionRequest): Promise<() => void>;

  /** Whether there is a limit to how many runs of the caller are in progress, for which those in the queue have to wait. */
  abstract isBounded(caller: Caller): boolean;

  /** Settled at the gate for starts; to be asked where something else makes a run go on. @throws DomainError payment-required when the money of the account is used up */
  abstract afford(payer: Pick<Caller, 'account'>): Promise<void>;

  /** What the caller has left; reading it takes nothing. */
  abstract limits(request: Pick<AdmissionRequest, 'caller' | 'workspaceId'>): Promise<LimitsView>;
}
