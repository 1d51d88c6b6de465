import { ReadModel } from '#infrastructure/projections/read-model.js';

/** What is kept of a key beside its history. Written together with the event that issues the key. */
export interface ApiKeySecretRow {
  readonly keyId: string;
  /** What a presented key is looked up by. */
  readonly digest: string;
  readonly ciphertext: string;
  /** A key that an operator chose need not have the checksum of a generated one. */
  readonly hasChecksum: boolean;
}

export const apiKeySecret = new ReadModel<ApiKeySecretRow, 'keyId'>({
  table: 'api_key_secret',
  key: ['keyId'],
  columns: {
    keyId: { type: 'uuid' },
    digest: { type: 'text' },
    ciphertext: { type: 'text' },
    hasChecksum: { type: 'boolean' },
  },
});
