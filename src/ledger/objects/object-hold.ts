import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel, type Write } from '#ledger/rows/read-model.js';

/**
 * A file, a document or whatever else keeps stored bytes alive, and whose account they count for. A hold is written together with
 * the events of its owner; its id is that of the owner.
 */
export interface ObjectHold {
  readonly id: string;
  /** The SHA-256 of the bytes, in hexadecimal; null if they are rows of the database and no object. */
  readonly objectKey: string | null;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly bytes: number;
}

export const objectHold = new ReadModel<ObjectHold, 'id'>({
  table: 'object_hold',
  key: ['id'],
  kept: withOwner('exists as long as its file or document'),
  columns: {
    id: { type: 'uuid' },
    objectKey: { type: 'text', nullable: true },
    workspaceId: { type: 'uuid' },
    accountId: { type: 'uuid' },
    bytes: { type: 'bigint' },
  },
});

/** The row to append right after the bytes were put, inside `StorageRoom.claim`. */
export function holdObject(hold: ObjectHold): Write {
  return objectHold.add(hold);
}

/** The bytes of a thing that is stored as rows count for the account. Written whenever they change, inside `StorageRoom.claim`. */
export function holdRows(hold: Omit<ObjectHold, 'objectKey'>): Write {
  return objectHold.put({ ...hold, objectKey: null });
}

/** The bytes no longer count for the account, and are removed when there is no other hold. */
export function releaseObject(id: string): Write {
  return objectHold.remove({ id });
}
