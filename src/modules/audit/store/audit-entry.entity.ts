import type { ClientBase } from 'pg';
import { copyRows } from '#ledger/projections/rebuild/copy-rows.js';
import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { AuditEntry, SealedEntry } from '../domain/audit-entry.js';

/** An entry as it lies in its table. The row is the entry: nothing else holds what it says. */
export interface AuditEntryRow extends Omit<AuditEntry, 'seq'> {
  readonly seq: number | string;
  readonly hash: string;
  /** In the order in which entries of all chains were written down; the database counts it. */
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

/** What is written of a row. */
const columns = new Map([...auditEntryTable.columns].filter(([property]) => property !== 'place'));

/** What a query selects to get rows for `sealedEntry`. */
export const auditEntryColumns = [...columns].map(([property, { name }]) => `${name} as "${property}"`).join(', ');

/** Writes entries down, in their order. They are thousands a second. */
export function insertEntries(client: ClientBase, entries: readonly SealedEntry[]): Promise<void> {
  return copyRows(
    client,
    auditEntryTable.table,
    columns,
    entries.map(({ entry, hash }) => ({ ...entry, hash })),
  );
}

/** As the driver answers it. */
export type FoundEntry = Omit<AuditEntryRow, 'createdAt' | 'place'> & { readonly createdAt: Date };

export function sealedEntry({ hash, seq, createdAt, ...rest }: FoundEntry): SealedEntry {
  return { entry: { ...rest, seq: Number(seq), createdAt: createdAt.toISOString() }, hash };
}
