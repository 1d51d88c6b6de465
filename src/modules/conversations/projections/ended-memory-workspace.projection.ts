import { defineProjection, when } from '#ledger/rows/projection.js';
import { WorkspaceDeleted } from '#modules/identity/index.js';
import { endedMemoryWorkspaceModel } from './ended-memory-workspace.entity.js';

/** Deleted workspaces whose conversations have to be deleted. */
export const endedMemoryWorkspace = defineProjection({
  name: 'ended-memory-workspace',
  version: 1,
  mode: 'inline',
  models: [endedMemoryWorkspaceModel],
  on: [when(WorkspaceDeleted, ({ streamId: workspaceId }) => [endedMemoryWorkspaceModel.put({ workspaceId })])],
});
