import type { DocumentProblem, WorkflowDocument } from '#document/document.js';
import type { ExportedDocument } from '#document/export-document.js';
import type { WorkflowDetailView } from '../queries/get-workflow.query.js';
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

/** One workflow, and what its draft tells about calling it. */
export interface WorkflowDetailResponse extends WorkflowResponse, Pick<WorkflowDetailView, 'variables' | 'inputs'> {}

export function workflowDetailResponse({ variables, inputs, ...view }: WorkflowDetailView): WorkflowDetailResponse {
  return { ...workflowResponse(view), variables, inputs };
}

export interface ImportedWorkflowResponse extends WorkflowResponse {
  /** What keeps it from being deployed as it is. */
  readonly problems: readonly DocumentProblem[];
}

export interface DraftResponse {
  readonly state: WorkflowDocument;
}

/** A file that may be passed on. */
export type ExportResponse = ExportedDocument;
