import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface EndedMemoryWorkspaceRow {
  readonly workspaceId: string;
}

export const endedMemoryWorkspaceModel = new ReadModel<EndedMemoryWorkspaceRow>({
  table: 'ended_memory_workspace',
  key: ['workspaceId'],
  kept: settings('one for each deleted workspace'),
  columns: { workspaceId: { type: 'uuid' } },
});
