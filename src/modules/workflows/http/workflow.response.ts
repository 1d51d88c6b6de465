import type { WorkflowView } from '../queries/views.js';

/** A workflow in lists and as the answer of a change. */
export interface WorkflowResponse {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly workspaceId: string;
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function workflowResponse(view: WorkflowView): WorkflowResponse {
  const { id, name, description, folderId, workspaceId, activeVersion, deployedAt, createdAt, updatedAt } = view;
  return { id, name, description, folderId, workspaceId, isDeployed: activeVersion !== null, deployedAt, createdAt, updatedAt };
}
