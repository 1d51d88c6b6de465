import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { ownerLockClass } from '#ledger/work/owner-session.js';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';
import type { Ids } from '#kernel/ids.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { BytesMissing, type ByteRange, type ByteStore } from './byte-store.js';
import { Meter } from './meter.js';

/** Stored bytes. An `ObjectHold` refers to them by the key. */
export interface StoredObject {
  /** The SHA-256 of the bytes, in hexadecimal: the same bytes have the same key, and lie there once. */
  readonly key: string;
  readonly size: number;
  /** When it was made by this very put; undefined when the same bytes were there before. */
  readonly madeAt?: string | undefined;
}

/**
 * Bytes by their content. A row for each location is written before the first byte, so everything that a crash leaves behind is found
 * without a listing of folders and buckets. A location is never used again, so the removal of bytes cannot collide with a caller that
 * stores the same bytes at that moment: those get another location.
 */
export class ObjectStore {
  constructor(
    private readonly bytes: ByteStore,
    private readonly pool: Pool,
    private readonly ids: Ids,
    private readonly owner: number,
  ) {}

  /**
   * Stores bytes, durably when it resolves; memory does not grow with them. They are removed after an hour unless something holds
   * them by then (`holdObject`). When the source breaks off or is too long, nothing is left.
   * @throws ObjectTooLarge; what the source failed with; InfrastructureFault when nothing can be stored at the moment
   */
  async put(source: AsyncIterable<Uint8Array> | Buffer, most: number): Promise<StoredObject> {
    const location = this.ids.next();
    await this.pool.query({
      name: 'begin_object',
      text: 'insert into stored_object (location, owner, touched_at) values ($1, $2, now())',
      values: [location, this.owner],
    });
    const stored = await this.#write(location, source, most).catch(async (error: unknown) => {
      await this.#forget(location).catch(() => undefined);
      throw error;
    });
    // After a failure the bytes may be kept all the same, and others may hold them already: the sweep decides.
    const madeAt = await this.#keep(location, stored);
    if (madeAt === undefined) await this.#forget(location);
    return { ...stored, madeAt };
  }

  /** All of an object, or a part of it. @throws BytesMissing; InfrastructureFault when nothing can be read at the moment */
  async open(key: string, range?: ByteRange): Promise<Readable> {
    const location = await this.#locate(key);
    if (location === undefined) throw new BytesMissing(key);
    return this.bytes.open(location, range).catch((error: unknown) => {
      throw error instanceof BytesMissing ? error : storageFails(error);
    });
  }

  /** All bytes of an object, in memory. @throws BytesMissing; InfrastructureFault when nothing can be read at the moment */
  async read(key: string): Promise<Buffer> {
    const bytes = await this.open(key);
    return buffer(bytes).catch((error: unknown) => {
      throw storageFails(error);
    });
  }

  /** Whether its bytes are there. */
  async exists(key: string): Promise<boolean> {
    const location = await this.#locate(key);
    return location !== undefined && this.bytes.exists(location);
  }

  /** Removes at once what was put and is not needed after all, unless another caller has put the same bytes or holds them. */
  async discard({ key, madeAt }: StoredObject): Promise<void> {
    if (madeAt === undefined) return;
    const { rows } = await this.pool.query<{ location: string }>(
      `update stored_object o set key = null where o.key = $1 and touched_at = $2::timestamptz
       and not exists (select 1 from object_hold h where h.object_key = o.key) returning location`,
      [key, madeAt],
    );
    for (const { location } of rows) await this.#forget(location);
  }

  /** Removes bytes without a hold, and what lost processes have left half written. */
  async sweep(): Promise<void> {
    await this.pool.query(
      `update stored_object o set key = null where key is not null and touched_at < now() - interval '1 hour'
       and not exists (select 1 from object_hold h where h.object_key = o.key)`,
    );
    // A location without an owner cannot become stored bytes any more, even if its process was only disconnected.
    await this.pool.query(
      `update stored_object o set owner = null where owner is not null and (touched_at < now() - interval '1 day' or not exists (
         select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = ${ownerLockClass} and l.objid = o.owner::oid
         and l.database = (select oid from pg_database where datname = current_database())))
       and not exists (select 1 from stored_payload p where p.location = o.location)`,
    );
    const { rows } = await this.pool.query<{ location: string }>(
      'select location from stored_object where key is null and owner is null limit 10000',
    );
    for (const { location } of rows) await this.#forget(location);
  }

  async #write(location: string, source: AsyncIterable<Uint8Array> | Buffer, most: number): Promise<StoredObject> {
    const meter = new Meter(most);
    try {
      await this.bytes.write(location, meter.measure(Buffer.isBuffer(source) ? Readable.from([source]) : source));
    } catch (error) {
      throw meter.failure === undefined ? storageFails(error) : meter.failure.error;
    }
    return { key: meter.sha256(), size: meter.counted };
  }

  /** Bytes that are there already stay where they are: then the new ones are not needed. @returns when they became known, if they were not */
  async #keep(location: string, { key, size }: StoredObject): Promise<string | undefined> {
    for (;;) {
      try {
        const { rows } = await this.pool.query<{ madeAt: string }>({
          name: 'keep_object',
          text: `update stored_object set key = $3, bytes = $4, owner = null, touched_at = now() where location = $1 and owner = $2
                 returning touched_at::text as "madeAt"`,
          values: [location, this.owner, key, size],
        });
        if (rows[0] !== undefined) return rows[0].madeAt;
      } catch (error) {
        if (!hasState(error, sqlState.uniqueViolation)) throw error;
        if (await this.#isThere(key)) return undefined;
        continue;
      }
      // A sweep has given up the location, and has removed what was there by then.
      await this.#forget(location).catch(() => undefined);
      throw storageFails(new BytesMissing(location));
    }
  }

  /** Whether the bytes lie somewhere, for another hour at least. A location that lost them is given up. */
  async #isThere(key: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ location: string }>({
      name: 'touch_object',
      text: 'update stored_object set touched_at = now() where key = $1 returning location',
      values: [key],
    });
    const location = rows[0]?.location;
    if (location === undefined) return false;
    const isThere = this.bytes.exists(location).catch((error: unknown) => {
      throw storageFails(error);
    });
    if (await isThere) return true;
    await this.#forget(location);
    return false;
  }

  async #locate(key: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ location: string }>({
      name: 'locate_object',
      text: 'select location from stored_object where key = $1',
      values: [key],
    });
    return rows[0]?.location;
  }

  /** The bytes before the row: a crash in between leaves a row that says what to do. */
  async #forget(location: string): Promise<void> {
    await this.bytes.remove(location);
    await this.pool.query('delete from stored_object where location = $1', [location]);
  }
}

/** The fault of a storage that cannot be written or read at the moment. */
export function storageFails(cause: unknown): InfrastructureFault {
  return new InfrastructureFault('The storage of files is not available at the moment. Please retry shortly.', {
    cause,
    retryAfterSeconds: 5,
  });
}
