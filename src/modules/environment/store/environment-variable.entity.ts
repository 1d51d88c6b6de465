import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** Written together with the event of the change. This is the only place where a value is stored; it is sealed. */
export interface EnvironmentVariableRow {
  readonly workspaceId: string;
  readonly name: string;
  readonly ciphertext: string;
  readonly updatedAt: string;
}

export const environmentVariable = new ReadModel<EnvironmentVariableRow, 'workspaceId' | 'name'>({
  table: 'environment_variable',
  key: ['workspaceId', 'name'],
  kept: withOwner('deleted with the variable'),
  columns: {
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    ciphertext: { type: 'text' },
    updatedAt: { type: 'timestamptz' },
  },
});
