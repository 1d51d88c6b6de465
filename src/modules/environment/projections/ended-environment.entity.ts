import { ReadModel } from '#ledger/rows/read-model.js';

export interface EndedEnvironmentRow {
  readonly workspaceId: string;
}

export const endedEnvironmentModel = new ReadModel<EndedEnvironmentRow>({
  table: 'ended_environment',
  key: ['workspaceId'],
  columns: { workspaceId: { type: 'uuid' } },
});
