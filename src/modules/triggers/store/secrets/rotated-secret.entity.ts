import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The secret that replaced those in the document of a trigger. */
export interface RotatedSecretRow {
  readonly triggerId: string;
  /** A `RotatedSecret` as JSON, encrypted. */
  readonly sealed: string;
}

export const rotatedSecret = new ReadModel<RotatedSecretRow, 'triggerId'>({
  table: 'trigger_secret',
  key: ['triggerId'],
  kept: settings('the secret of a trigger until it is replaced again'),
  columns: { triggerId: { type: 'uuid' }, sealed: { type: 'text' } },
});
