import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The revision of the folder tree of a workspace. */
export interface FolderTreeRow {
  readonly workspaceId: string;
  readonly revision: number;
}

/**
 * Each folder has its own stream, so two concurrent moves that only together create a cycle would both be accepted. Each change of the
 * tree replaces the revision that it was decided on. If two changes replace the same revision, the unique key rejects the second.
 */
export const folderTree = new ReadModel<FolderTreeRow>({
  table: 'folder_tree',
  key: ['workspaceId', 'revision'],
  kept: settings('one for each change of the folders of a workspace'),
  columns: { workspaceId: { type: 'uuid' }, revision: { type: 'integer' } },
});
