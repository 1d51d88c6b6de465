import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface FileRow {
  readonly id: string;
  readonly workspaceId: string;
  /** Unique in its workspace. */
  readonly name: string;
  readonly size: number;
  readonly mediaType: string;
  readonly objectKey: string;
  readonly uploadedBy: string | null;
  readonly uploadedByEmail: string | null;
  readonly uploadedAt: string;
}

export const fileModel = new ReadModel<FileRow, 'id'>({
  table: 'workspace_file',
  key: ['id'],
  kept: withOwner('deleted with the file'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    size: { type: 'bigint' },
    mediaType: { type: 'text' },
    objectKey: { type: 'text' },
    uploadedBy: { type: 'uuid', nullable: true },
    uploadedByEmail: { type: 'text', nullable: true },
    uploadedAt: { type: 'timestamptz' },
  },
});
