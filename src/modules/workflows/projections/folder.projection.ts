import { defineProjection, when } from '#ledger/rows/projection.js';
import { FolderCreated, FolderDeleted, FolderMoved, FolderRenamed } from '../domain/folder.events.js';
import { folderModel } from './folder.entity.js';

/** The existing folders and their parents. */
export const folderProjection = defineProjection({
  name: 'folder',
  version: 1,
  mode: 'inline',
  models: [folderModel],
  on: [
    when(FolderCreated, ({ streamId: id, position, at, payload: { workspaceId, name, parentId } }) => [
      folderModel.add({ id, position, workspaceId, name, parentId, createdAt: at, updatedAt: at }),
    ]),
    when(FolderRenamed, ({ streamId: id, position, at, payload: { name } }) => [folderModel.patch({ id, position, name, updatedAt: at })]),
    when(FolderMoved, ({ streamId: id, position, at, payload: { parentId } }) => [
      folderModel.patch({ id, position, parentId, updatedAt: at }),
    ]),
    when(FolderDeleted, ({ streamId: id }) => [folderModel.remove({ id })]),
  ],
});
