import { defineProjection, when } from '#ledger/rows/projection.js';
import { WorkspaceDeleted } from '#modules/identity/index.js';
import { endedFileWorkspaceModel } from './ended-file-workspace.entity.js';

/** Deleted workspaces whose stored bytes have to be removed. */
export const endedFileWorkspace = defineProjection({
  name: 'ended-file-workspace',
  version: 1,
  mode: 'inline',
  models: [endedFileWorkspaceModel],
  on: [when(WorkspaceDeleted, ({ streamId: workspaceId }) => [endedFileWorkspaceModel.put({ workspaceId })])],
});
