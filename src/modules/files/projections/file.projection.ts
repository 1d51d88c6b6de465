import { defineProjection, when } from '#ledger/rows/projection.js';
import { FileDeleted, FileUploaded } from '../domain/file.events.js';
import { fileModel } from './file.entity.js';

/** The existing files. The projection is inline: duplicate names are rejected, and a deleted file disappears at once. */
export const fileList = defineProjection({
  name: 'file-list',
  version: 1,
  mode: 'inline',
  models: [fileModel],
  on: [
    when(FileUploaded, ({ streamId, workspaceId, payload }) => {
      if (workspaceId === null) throw new Error(`File ${streamId} is in no workspace`);
      const { accountId: _, uploadedByEmail = null, ...file } = payload;
      return [fileModel.add({ id: streamId, workspaceId, ...file, uploadedByEmail })];
    }),
    when(FileDeleted, ({ streamId }) => [fileModel.remove({ id: streamId })]),
  ],
});
