import type { DocumentProblem, WorkflowDocument } from '#document/document.js';
import type { DraftAuthor } from '../../domain/edits/history/draft-authors.js';
import type { VersionDetailView } from '../../queries/versions/get-version.query.js';
import type { VersionView, WorkflowView } from '../../queries/views.js';

/** The deployment of a workflow. */
export interface DeploymentResponse {
  /** Id of the workflow. */
  readonly id: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** Number of the active version. Absent while none is. */
  readonly version?: number;
  /** Probable mistakes in the deployed document. Empty if nothing was deployed. */
  readonly warnings: readonly DocumentProblem[];
}

/** A new deployment of a workflow. */
export interface DeployedResponse extends DeploymentResponse {
  /** Who has changed the draft since the deployment before, the author of the last change first. */
  readonly authors: readonly DraftAuthor[];
}

export function deploymentResponse(
  { id, activeVersion, deployedAt }: WorkflowView,
  warnings: readonly DocumentProblem[] = [],
): DeploymentResponse {
  if (activeVersion === null) return { id, isDeployed: false, deployedAt: null, warnings };
  return { id, isDeployed: true, deployedAt, version: activeVersion, warnings };
}

export function versionResponse({ version, name, description, deployedAt, deployedBy, isActive }: VersionView): VersionView {
  return { version, name, description, deployedAt, deployedBy, isActive };
}

/** A version of a workflow with its document. */
export interface VersionDetailResponse extends VersionView {
  /** The workflow document. */
  readonly state: WorkflowDocument;
}

export function versionDetailResponse({ document: state, ...view }: VersionDetailView): VersionDetailResponse {
  return { ...versionResponse(view), state };
}
