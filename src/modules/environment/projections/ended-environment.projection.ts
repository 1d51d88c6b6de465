import { defineProjection } from '#ledger/rows/projection.js';
import { endedEnvironmentModel } from './ended-environment.entity.js';

/**
 * Whose secrets may nobody use any more? A projection must not touch the secrets themselves: they are no view of events, and no
 * rebuild would bring them back.
 */
export const endedEnvironment = defineProjection({
  name: 'ended-environment',
  version: 1,
  mode: 'inline',
  models: [endedEnvironmentModel],
  on: [['workspace.deleted', { apply: ({ streamId: workspaceId }) => [endedEnvironmentModel.put({ workspaceId })], unread: [] }]],
});
