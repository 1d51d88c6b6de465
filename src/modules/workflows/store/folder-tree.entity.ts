import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A revision of the folder tree of a workspace. The highest one is the present one. */
export interface FolderTreeRow {
  readonly workspaceId: string;
  readonly revision: number;
}

/**
 * Each folder has its own stream, so two concurrent moves that only together create a cycle would both be accepted, and so would the deletion of a
 * folder and the placing of a workflow in it. Each of them adds the revision after the one that it was decided on. If two add the same revision, the
 * unique key rejects the second. The latest revisions stay: a change that was decided on one of them would find no row to conflict with.
 */
export const folderTree = new ReadModel<FolderTreeRow>({
  table: 'folder_tree',
  key: ['workspaceId', 'revision'],
  kept: settings('one for each change of the folders of a workspace'),
  columns: { workspaceId: { type: 'uuid' }, revision: { type: 'integer' } },
});
