import { ReadModel } from '#infrastructure/projections/read-model.js';
import type { AuditEntry, SealedEntry } from '../domain/audit-entry.js';

/** An entry as it lies in its table. The row is the entry: nothing else holds what it says. */
export interface AuditEntryRow extends Omit<AuditEntry, 'seq'> {
  readonly seq: number | string;
  readonly hash: string;
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
  },
});

/** What a query selects to get rows for `sealedEntry`. */
export const auditEntryColumns = [...auditEntryTable.columns].map(([property, { name }]) => `${name} as "${property}"`).join(', ');

/** As the driver answers it. */
export type FoundEntry = Omit<AuditEntryRow, 'createdAt'> & { readonly createdAt: Date };

export function sealedEntry({ hash, seq, createdAt, ...rest }: FoundEntry): SealedEntry {
  return { entry: { ...rest, seq: Number(seq), createdAt: createdAt.toISOString() }, hash };
}
