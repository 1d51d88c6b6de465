import { ReadModel } from '#infrastructure/projections/read-model.js';
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

const columns = [...auditEntryTable.columns].filter(([property]) => property !== 'place');
const columnList = columns.map(([, { name }]) => name).join(', ');
const valueList = columns.map(([property]) => `r."${property}"`).join(', ');
const recordList = columns.map(([property, { type }]) => `"${property}" ${type}`).join(', ');

/** What a query selects to get rows for `sealedEntry`. */
export const auditEntryColumns = columns.map(([property, { name }]) => `${name} as "${property}"`).join(', ');

/** A row for `insertEntries`, from the canonical text of its entry. */
export function entryRow(text: string, hash: string): string {
  return `${text.slice(0, -1)},"hash":"${hash}"}`;
}

/** Inserts a JSON array of rows. They are thousands a second, so they go in as the texts that were hashed. */
export const insertEntries = `insert into audit_entry (${columnList}) select ${valueList} from json_to_recordset($1::json) as r(${recordList})`;

/** As the driver answers it. */
export type FoundEntry = Omit<AuditEntryRow, 'createdAt' | 'place'> & { readonly createdAt: Date };

export function sealedEntry({ hash, seq, createdAt, ...rest }: FoundEntry): SealedEntry {
  return { entry: { ...rest, seq: Number(seq), createdAt: createdAt.toISOString() }, hash };
}
