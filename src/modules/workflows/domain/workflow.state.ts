import type { WorkflowDocument } from '#document/document.js';

export interface ExistingWorkflow {
  readonly status: 'existing';
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly draft: WorkflowDocument;
  /** Another number after each save of the draft, so that a deployment can name the draft that was checked. */
  readonly draftRevision: number;
  /** Deployments are numbered from 1 without gaps; 0 before the first. */
  readonly latestVersion: number;
  /** Null while nothing is deployed. */
  readonly activeVersion: number | null;
}

export type WorkflowState = { readonly status: 'absent' } | { readonly status: 'deleted' } | ExistingWorkflow;
