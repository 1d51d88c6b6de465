import type { WorkflowDocument } from '#document/document.js';

/** The facts about a workflow that a start of a run needs. */
export interface FoundWorkflow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Null while no version is active. */
  readonly activeVersion: number | null;
}

/** How people name a version: its number, or `draft-7` for a revision of the draft. */
export function versionName(version: number): string {
  return version < 0 ? `draft${version}` : `${version}`;
}

/** The deployed versions of workflows, for running them and for showing their runs. It does not check permissions. */
export abstract class Deployments {
  /**
   * Undefined if the workflow is unknown or deleted. Deployments by this process are visible at once, those by another process after at
   * most 750 ms.
   */
  abstract find(workflowId: string): Promise<FoundWorkflow | undefined>;

  /**
   * The document of a version, even if it is no longer active or its workflow is deleted. A negative version is a revision of the draft. It
   * fails for an unknown version.
   */
  abstract document(workflowId: string, version: number): Promise<WorkflowDocument>;

  /** Whether the workflow has a deployed version with this number. */
  abstract hasVersion(workflowId: string, version: number): Promise<boolean>;

  /**
   * The present draft as a version that runs can name. Versions of drafts are negative, and stay readable when the draft has changed.
   * It may be invalid. @throws DomainError not-found
   */
  abstract draftVersion(workflowId: string): Promise<number>;

  /** The draft at a revision; undefined when the workflow never had this revision. */
  abstract revision(workflowId: string, revision: number): Promise<WorkflowDocument | undefined>;
}
