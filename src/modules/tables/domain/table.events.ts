import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';
import type { Column, ColumnChanges } from './column.js';

export const TableCreated = defineEvent('table.created')<{
  workspaceId: string;
  name: string;
  description: string | null;
  columns: readonly Column[];
  at: string;
}>();
/* Each event contains all columns after the change, because a projection sees only one event at a time. */
export const TableColumnAdded = defineEvent('table.column-added')<{ column: Column; columns: readonly Column[]; at: string }>();
export const TableColumnChanged = defineEvent('table.column-changed')<{
  columnId: string;
  changes: ColumnChanges;
  columns: readonly Column[];
  at: string;
}>();
export const TableColumnDeleted = defineEvent('table.column-deleted')<{ column: Column; columns: readonly Column[]; at: string }>();
export const TableArchived = defineEvent('table.archived')<{ name: string; at: string }>();

export const tableEvents = [TableCreated, TableColumnAdded, TableColumnChanged, TableColumnDeleted, TableArchived] as const;

export type TableEvent = EventOf<typeof tableEvents>;
export const tableStream = defineStream('table', 'ledger', tableEvents);

export const tableAudit: readonly AuditLine[] = [
  audited(TableCreated, 'table.created', 'table', ({ name, description, columns }) => ({
    name,
    settings: settingsOf({ name, description, columns }),
  })),
  audited(TableColumnAdded, 'table.updated', 'table', ({ columns }) => ({ settings: settingsOf({ columns }) })),
  audited(TableColumnChanged, 'table.updated', 'table', ({ columns }) => ({ settings: settingsOf({ columns }) })),
  audited(TableColumnDeleted, 'table.updated', 'table', ({ columns }) => ({ settings: settingsOf({ columns }) })),
  audited(TableArchived, 'table.deleted', 'table'),
];
