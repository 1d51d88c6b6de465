import { ReadModel } from '#infrastructure/projections/read-model.js';

/** The key of the instance. There is one row, and none before the first signature. */
export interface AuditSigningKeyRow {
  readonly id: number;
  /** PEM. */
  readonly publicKey: string;
  readonly sealedKey: string;
}

export const auditSigningKeyTable = new ReadModel<AuditSigningKeyRow, 'id'>({
  table: 'audit_signing_key',
  key: ['id'],
  columns: { id: { type: 'integer' }, publicKey: { type: 'text' }, sealedKey: { type: 'text' } },
});
