import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { Column } from '../domain/column.js';

export interface DataTableRow {
  readonly id: string;
  /** The version of the last event of its stream. */
  readonly position: number;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly Column[];
  readonly archived: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const dataTable = new ReadModel<DataTableRow, 'id'>({
  table: 'data_table',
  key: ['id'],
  kept: withOwner('one for each table that a user has created'),
  columns: {
    id: { type: 'uuid' },
    position: { type: 'integer' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    columns: { type: 'json' },
    archived: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
