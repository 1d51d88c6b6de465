import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** Counts the changes of who lies in whom, per workspace. */
export interface FolderTreeRow {
  readonly workspaceId: string;
  readonly revision: number;
}

/**
 * Folders have a stream each, so two moves that make a circle only together would both be let through. Each change of the tree
 * replaces the revision that it was decided on; of two that replace the same one, the unique key refuses the second.
 */
export const folderTree = new ReadModel<FolderTreeRow>({
  table: 'folder_tree',
  key: ['workspaceId', 'revision'],
  kept: settings('one for each change of the folders of a workspace'),
  columns: { workspaceId: { type: 'uuid' }, revision: { type: 'integer' } },
});
