import type { Caller } from '#kernel/caller.js';
import type { LimitsView } from '#kernel/limits.js';

export interface AdmissionRequest {
  readonly caller: Caller;
  readonly workspaceId: string;
  readonly workflowId: string;
}

/** Whether a run may begin now, and what the caller has left. Filled by the module that knows plans and usage. */
export abstract class Admission {
  /** @throws DomainError limited when too many runs are in progress already. What a start costs and takes was settled at the gate. */
  abstract admit(request: AdmissionRequest): Promise<void>;

  /** What the caller has left; reading it takes nothing. */
  abstract limits(request: Pick<AdmissionRequest, 'caller' | 'workspaceId'>): Promise<LimitsView>;
}
