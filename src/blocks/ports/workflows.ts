import type { Plan } from '#engine/graph/plan.js';
import { Port } from './port.js';

/** A deployed version of a workflow that a block calls. */
export interface CallableWorkflow {
  readonly name: string;
  readonly version: number;
  readonly plan: Plan;
}

/** The workflows that blocks can call. */
export interface CallableWorkflows {
  /** The deployed version. @throws BlockFailure when the workspace has no such deployed workflow, or none that can be called */
  deployed(workflowId: string, workspaceId: string): Promise<CallableWorkflow>;
  /** A version that a run entered before. */
  version(workflowId: string, version: number): Promise<Plan>;
}

/**
 * The deployed workflows of the workspace. The driver of runs uses this port for a block with `call`, and enters the workflow as a part
 * of the run.
 */
export const Workflows = new Port<CallableWorkflows, 'workflows'>('workflows', 'inside');
