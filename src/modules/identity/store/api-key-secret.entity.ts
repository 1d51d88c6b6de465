import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A value of a key, as far as it is kept. Written together with the event that issues or rotates the key; there are several after the latter. */
export interface ApiKeySecretRow {
  /** What it is changed by: the digest is another one after the encryption key has changed. */
  readonly id: string;
  readonly keyId: string;
  /** What a presented key is looked up by. */
  readonly digest: string;
  readonly ciphertext: string;
  /** A key that an operator chose need not have the checksum of a generated one. */
  readonly hasChecksum: boolean;
  /** From when on a value that was replaced counts no more; null for the present one. */
  readonly retiresAt: string | null;
}

export const apiKeySecret = new ReadModel<ApiKeySecretRow, 'id'>({
  table: 'api_key_secret',
  key: ['id'],
  kept: withOwner('values of keys; deleted 30 days after the key has ended'),
  columns: {
    id: { type: 'uuid' },
    keyId: { type: 'uuid' },
    digest: { type: 'text' },
    ciphertext: { type: 'text' },
    hasChecksum: { type: 'boolean' },
    retiresAt: { type: 'timestamptz', nullable: true },
  },
});

/** What a value is sealed as: it opens as that of this key only. */
export function placeOfKey(keyId: string): string {
  return `api-key/${keyId}`;
}
