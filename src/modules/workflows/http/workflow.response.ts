import type { DocumentProblem, WorkflowDocument } from '#document/document.js';
import type { ExportedDocument } from '#document/export/export-document.js';
import type { WorkflowDetailView } from '../queries/get-workflow.query.js';
import type { CountedView, WorkflowView } from '../queries/views.js';

/** A workflow without its document. */
export interface WorkflowResponse {
  readonly id: string;
  readonly name: string;
  /** Description of the workflow; null if it has none. */
  readonly description: string | null;
  /** Id of the folder; null for the root. */
  readonly folderId: string | null;
  readonly workspaceId: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function workflowResponse(view: WorkflowView): WorkflowResponse {
  const { id, name, description, folderId, workspaceId, activeVersion, deployedAt, createdAt, updatedAt } = view;
  return { id, name, description, folderId, workspaceId, isDeployed: activeVersion !== null, deployedAt, createdAt, updatedAt };
}

/** A workflow of a list, with its runs. */
export interface ListedWorkflowResponse extends WorkflowResponse {
  /** How often the workflow has run. A run is counted a few seconds after its start. */
  readonly runCount: number;
  /** When the latest run started that is still kept; null if there is none. */
  readonly lastRunAt: string | null;
  /** Status of that run; null if there is none. */
  readonly lastRunStatus: CountedView['lastRunStatus'];
  /** Number of the active version; null while none is active. */
  readonly activeVersion: number | null;
}

export function listedWorkflowResponse({
  runCount,
  lastRunAt,
  lastRunStatus,
  ...view
}: WorkflowView & CountedView): ListedWorkflowResponse {
  return { ...workflowResponse(view), runCount, lastRunAt, lastRunStatus, activeVersion: view.activeVersion };
}

/** A workflow with the variables and inputs of its draft. */
export interface WorkflowDetailResponse extends ListedWorkflowResponse, Pick<WorkflowDetailView, 'variables' | 'inputs'> {}

export function workflowDetailResponse({ variables, inputs, ...view }: WorkflowDetailView): WorkflowDetailResponse {
  return { ...listedWorkflowResponse(view), variables, inputs };
}

/** A new workflow with the problems of its draft. */
export interface ImportedWorkflowResponse extends WorkflowResponse {
  /** The problems that prevent the deployment of the draft. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
}

/** The draft of a workflow. */
export interface DraftResponse {
  /** The workflow document. */
  readonly state: WorkflowDocument;
}

/** An exported workflow without secrets. */
export type ExportResponse = ExportedDocument;
