import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A known text, sealed with the encryption key of this database: it tells a wrong key at the start. */
export interface EncryptionKeyCheckRow {
  /** Always 1. */
  readonly id: number;
  readonly sealed: string;
}

export const encryptionKeyCheck = new ReadModel<EncryptionKeyCheckRow, 'id'>({
  table: 'encryption_key_check',
  key: ['id'],
  kept: record('one row'),
  columns: { id: { type: 'integer' }, sealed: { type: 'text' } },
});
