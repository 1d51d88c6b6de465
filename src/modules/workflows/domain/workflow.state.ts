import type { WorkflowDocument } from '#document/document.js';

export interface ExistingWorkflow {
  readonly status: 'existing';
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly draft: WorkflowDocument;
  /** Changes with each save of the draft, so that a deployment can name the draft that was validated. */
  readonly draftRevision: number;
  /** The revision that is stored as a whole; later ones are stored as edits of it. */
  readonly draftWhole: number;
  /** The size of these edits as JSON; absent without any. */
  readonly draftEditBytes?: number;
  /** Versions are numbered from 1 without gaps; 0 before the first. */
  readonly latestVersion: number;
  /** Null while no version is active. */
  readonly activeVersion: number | null;
}

export type WorkflowState = { readonly status: 'absent' } | { readonly status: 'deleted' } | ExistingWorkflow;
