import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface FolderRow {
  readonly id: string;
  /** The version of the last event of its stream. */
  readonly position: number;
  readonly workspaceId: string;
  readonly name: string;
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const folderModel = new ReadModel<FolderRow, 'id'>({
  table: 'folder',
  key: ['id'],
  kept: settings('one for each folder'),
  columns: {
    id: { type: 'uuid' },
    position: { type: 'integer' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    parentId: { type: 'uuid', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
