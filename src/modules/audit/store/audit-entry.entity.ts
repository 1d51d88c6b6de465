import type { ClientBase } from 'pg';
import { copyRows } from '#ledger/projections/rebuild/copy-rows.js';
import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { AuditEntry, SealedEntry } from '../domain/audit-entry.js';

/** An entry as a row. No other table contains its facts. */
export interface AuditEntryRow extends Omit<AuditEntry, 'seq'> {
  readonly seq: number | string;
  readonly hash: string;
  /** The order in which entries of all chains were recorded, counted by the database. */
  readonly place: string;
}

export const auditEntryTable = new ReadModel<AuditEntryRow, 'chain' | 'seq'>({
  table: 'audit_entry',
  key: ['chain', 'seq'],
  kept: record('the audit log, whose chain has no gaps'),
  columns: {
    chain: { type: 'uuid' },
    seq: { type: 'bigint' },
    id: { type: 'uuid' },
    createdAt: { type: 'timestamptz' },
    action: { type: 'text' },
    resourceType: { type: 'text' },
    resourceId: { type: 'text' },
    resourceName: { type: 'text', nullable: true },
    workspaceId: { type: 'uuid', nullable: true },
    actorId: { type: 'uuid', nullable: true },
    actorName: { type: 'text', nullable: true },
    actorEmail: { type: 'text', nullable: true },
    keyId: { type: 'uuid', nullable: true },
    requestId: { type: 'text', nullable: true },
    ip: { type: 'text', nullable: true },
    userAgent: { type: 'text', nullable: true },
    metadata: { type: 'json' },
    hash: { type: 'text' },
    place: { type: 'bigint' },
  },
});

/** The columns that are written. */
const columns = new Map([...auditEntryTable.columns].filter(([property]) => property !== 'place'));

/** The columns of rows for `sealedEntry`. */
export const auditEntryColumns = [...columns].map(([property, { name }]) => `${name} as "${property}"`).join(', ');

/** Inserts entries in their order, thousands per second. */
export function insertEntries(client: ClientBase, entries: readonly SealedEntry[]): Promise<void> {
  return copyRows(
    client,
    auditEntryTable.table,
    columns,
    entries.map(({ entry, hash }) => ({ ...entry, hash })),
  );
}

/** A row as the driver returns it. */
export type FoundEntry = Omit<AuditEntryRow, 'createdAt' | 'place'> & { readonly createdAt: Date };

export function sealedEntry({ hash, seq, createdAt, ...rest }: FoundEntry): SealedEntry {
  return { entry: { ...rest, seq: Number(seq), createdAt: createdAt.toISOString() }, hash };
}
