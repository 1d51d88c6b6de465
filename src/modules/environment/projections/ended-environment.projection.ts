import { defineProjection } from '#ledger/rows/projection.js';
import { endedEnvironmentModel } from './ended-environment.entity.js';

/**
 * Deleted workspaces whose secrets have to be deleted. A projection must not delete the secrets itself: they are not derived from events,
 * so a rebuild could not restore them.
 */
export const endedEnvironment = defineProjection({
  name: 'ended-environment',
  version: 1,
  mode: 'inline',
  models: [endedEnvironmentModel],
  on: [['workspace.deleted', { apply: ({ streamId: workspaceId }) => [endedEnvironmentModel.put({ workspaceId })], unread: [] }]],
});
