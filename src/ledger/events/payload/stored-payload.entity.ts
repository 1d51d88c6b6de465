import { withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A large part of a payload that is an object: which stream needs it, and where it lies. */
export interface StoredPayloadRow {
  readonly streamId: string;
  /** The SHA-256 of the JSON text, in base64url, as claims name it. */
  readonly hash: string;
  readonly location: string;
  /** The process that reserved the location. The database refuses the row once that reservation was given up. */
  readonly owner: number;
  readonly bytes: number;
}

export const storedPayload = new ReadModel<StoredPayloadRow, 'streamId' | 'hash'>({
  table: 'stored_payload',
  key: ['streamId', 'hash'],
  kept: withRun('stream_id', 'objects are removed after the run that needs them'),
  columns: {
    streamId: { type: 'uuid' },
    hash: { type: 'text' },
    location: { type: 'uuid' },
    owner: { type: 'integer' },
    bytes: { type: 'bigint' },
  },
});
