import type { WorkflowDocument } from '#document/document.js';

/** A workflow as everything that runs it needs to know it. */
export interface FoundWorkflow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Null while nothing is deployed. */
  readonly activeVersion: number | null;
}

export interface WorkflowDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly deleted: boolean;
}

/** What is deployed, for whoever runs workflows or tells about their runs. Checks no permissions. */
export abstract class Deployments {
  /**
   * Undefined when the workflow is unknown or deleted. What this process deployed is seen at once, what another process
   * deployed after 750 ms at the latest.
   */
  abstract find(workflowId: string): Promise<FoundWorkflow | undefined>;

  /** What a version runs, also when it is no longer active or its workflow is deleted. Fails on a version that never was. */
  abstract document(workflowId: string, version: number): Promise<WorkflowDocument>;

  /** Names for a list of ids, in no order. Deleted workflows are among them, unknown ones are not. */
  abstract describe(workflowIds: readonly string[]): Promise<readonly WorkflowDescription[]>;

  /** The workflows of a workspace that lie directly in one of the folders. */
  abstract inFolders(workspaceId: string, folderIds: readonly string[]): Promise<readonly string[]>;

  /** The workflows of a workspace whose names hold a text, in any case; deleted ones too. At most a thousand. */
  abstract named(workspaceId: string, text: string): Promise<readonly string[]>;
}
