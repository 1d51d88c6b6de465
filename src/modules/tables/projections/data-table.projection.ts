import { defineProjection, when } from '#ledger/rows/projection.js';
import { TableArchived, TableColumnAdded, TableColumnChanged, TableColumnDeleted, TableCreated } from '../domain/table.events.js';
import type { Column } from '../domain/column.js';
import { dataTable } from './data-table.entity.js';

interface SchemaChanged {
  readonly streamId: string;
  readonly position: number;
  readonly at: string;
  readonly payload: { readonly columns: readonly Column[] };
}

const withColumns = ({ streamId: id, position, at, payload: { columns } }: SchemaChanged) => [
  dataTable.patch({ id, position, columns, updatedAt: at }),
];

/** The existing tables and their columns. */
export const dataTableProjection = defineProjection({
  name: 'data-table',
  version: 1,
  mode: 'inline',
  models: [dataTable],
  on: [
    when(TableCreated, ({ streamId: id, position, at, payload: { workspaceId, name, description, columns } }) => [
      dataTable.add({ id, position, workspaceId, name, description, columns, archived: false, createdAt: at, updatedAt: at }),
    ]),
    when(TableColumnAdded, withColumns),
    when(TableColumnChanged, withColumns),
    when(TableColumnDeleted, withColumns),
    when(TableArchived, ({ streamId: id, position, at }) => [dataTable.patch({ id, position, archived: true, updatedAt: at })]),
  ],
});
