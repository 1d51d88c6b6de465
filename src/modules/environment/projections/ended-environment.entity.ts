import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface EndedEnvironmentRow {
  readonly workspaceId: string;
}

export const endedEnvironmentModel = new ReadModel<EndedEnvironmentRow>({
  table: 'ended_environment',
  key: ['workspaceId'],
  kept: settings('one for each deleted workspace'),
  columns: { workspaceId: { type: 'uuid' } },
});
