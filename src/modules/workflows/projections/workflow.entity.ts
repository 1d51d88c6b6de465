import { settings, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { WorkflowDocument } from '#document/document.js';

export interface WorkflowRow {
  readonly id: string;
  /** The version of the last event of its stream. A decision on this row is appended after it. */
  readonly position: number;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  /** The version of the last event that changed the draft. */
  readonly draftRevision: number;
  readonly latestVersion: number;
  readonly activeVersion: number | null;
  /** When the active version was activated. */
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The row of a deleted workflow is kept, so that its runs keep a name. */
  readonly deleted: boolean;
}

export const workflowModel = new ReadModel<WorkflowRow, 'id'>({
  table: 'workflow',
  key: ['id'],
  kept: settings('deleted workflows stay, so that their logs can be read'),
  columns: {
    id: { type: 'uuid' },
    position: { type: 'integer' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    folderId: { type: 'uuid', nullable: true },
    draftRevision: { type: 'integer' },
    latestVersion: { type: 'integer' },
    activeVersion: { type: 'integer', nullable: true },
    deployedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    deleted: { type: 'boolean' },
  },
});

/** A separate table, because drafts are large, and lists and changes of the row above do not need them. */
export interface WorkflowDraftRow {
  readonly workflowId: string;
  /** The version of the event with this document. Later edits are applied to it when the draft is read. */
  readonly revision: number;
  readonly document: WorkflowDocument;
}

export const workflowDraft = new ReadModel<WorkflowDraftRow, 'workflowId'>({
  table: 'workflow_draft',
  key: ['workflowId'],
  kept: withOwner('one for each workflow'),
  columns: {
    workflowId: { type: 'uuid' },
    revision: { type: 'integer' },
    document: { type: 'json' },
  },
});

export interface WorkflowVersionRow {
  readonly workflowId: string;
  readonly version: number;
  readonly document: WorkflowDocument;
  readonly name: string | null;
  readonly description: string | null;
  readonly deployedBy: string;
  readonly deployedAt: string;
}

export const workflowVersion = new ReadModel<WorkflowVersionRow, 'workflowId' | 'version'>({
  table: 'workflow_version',
  key: ['workflowId', 'version'],
  kept: settings('a version that has run can always be shown'),
  columns: {
    workflowId: { type: 'uuid' },
    version: { type: 'integer' },
    document: { type: 'json' },
    name: { type: 'text', nullable: true },
    description: { type: 'text', nullable: true },
    deployedBy: { type: 'uuid' },
    deployedAt: { type: 'timestamptz' },
  },
});
