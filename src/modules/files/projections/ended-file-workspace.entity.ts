import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface EndedFileWorkspaceRow {
  readonly workspaceId: string;
}

export const endedFileWorkspaceModel = new ReadModel<EndedFileWorkspaceRow>({
  table: 'ended_file_workspace',
  key: ['workspaceId'],
  kept: settings('one for each deleted workspace'),
  columns: { workspaceId: { type: 'uuid' } },
});
