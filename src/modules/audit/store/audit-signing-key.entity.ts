import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The keys of the instance, the newest of which signs. There is none before the first signature. */
export interface AuditSigningKeyRow {
  /** From 1. */
  readonly id: number;
  /** PEM. */
  readonly publicKey: string;
  /** Null: a former key, which cannot sign any more. */
  readonly sealedKey: string | null;
  /** The line in which the key before it says that this one follows; null for the first one, and where the one before was lost. */
  readonly voucher: string | null;
}

export const auditSigningKeyTable = new ReadModel<AuditSigningKeyRow, 'id'>({
  table: 'audit_signing_key',
  key: ['id'],
  kept: record('one for each rotation'),
  columns: {
    id: { type: 'integer' },
    publicKey: { type: 'text' },
    sealedKey: { type: 'text', nullable: true },
    voucher: { type: 'text', nullable: true },
  },
});
