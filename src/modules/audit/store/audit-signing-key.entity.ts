import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The signing keys of the instance. The newest one signs. The table is empty before the first signature. */
export interface AuditSigningKeyRow {
  /** From 1. */
  readonly id: number;
  /** PEM. */
  readonly publicKey: string;
  /** Null: a former key, which can no longer sign. */
  readonly sealedKey: string | null;
  /** The line in which the former key names this one; null for the first key and after a key that was lost. */
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
