import type { Plan } from '#engine/graph/plan.js';

/** A workflow as a block that runs it needs to know it. */
export interface CallableWorkflow {
  readonly name: string;
  readonly version: number;
  readonly plan: Plan;
}

/** The workflows that blocks may run. */
export interface CallableWorkflows {
  /** What is deployed now. @throws BlockFailure when the workspace has no such deployed workflow, or none that can be called */
  deployed(workflowId: string, workspaceId: string): Promise<CallableWorkflow>;
  /** A version that a run entered before. */
  version(workflowId: string, version: number): Promise<Plan>;
}
