import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** When a key was used last, to within ten minutes. No view of events: a request is none. */
export interface ApiKeyUseRow {
  readonly keyId: string;
  readonly lastUsedAt: string;
}

export const apiKeyUse = new ReadModel<ApiKeyUseRow, 'keyId'>({
  table: 'api_key_use',
  key: ['keyId'],
  kept: withOwner('one for each key'),
  columns: {
    keyId: { type: 'uuid' },
    lastUsedAt: { type: 'timestamptz' },
  },
});
