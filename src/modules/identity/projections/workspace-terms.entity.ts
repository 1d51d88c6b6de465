import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface WorkspaceTermsRow {
  readonly workspaceId: string;
  readonly organizationId: string | null;
  readonly ownerId: string;
  /** What the workspace itself wants or wanted; null: as long as its plan lets it. */
  readonly retentionDays: number | null;
  /** Null for a workspace that is there. */
  readonly deletedAt: string | null;
}

export const workspaceTerms = new ReadModel<WorkspaceTermsRow, 'workspaceId'>({
  table: 'workspace_terms',
  key: ['workspaceId'],
  kept: settings('one for each workspace, deleted ones included: their runs are kept for their time'),
  columns: {
    workspaceId: { type: 'uuid' },
    organizationId: { type: 'uuid', nullable: true },
    ownerId: { type: 'uuid' },
    retentionDays: { type: 'integer', nullable: true },
    deletedAt: { type: 'timestamptz', nullable: true },
  },
});
