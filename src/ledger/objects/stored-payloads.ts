import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';
import type { Blob } from '#ledger/events/payload/payload-codec.js';
import { PayloadLost, PayloadObjects, type PlacedBlobs } from '#ledger/events/payload/payload-objects.js';
import { storedPayload } from '#ledger/events/payload/stored-payload.entity.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { Ids } from '#kernel/ids.js';
import { BytesMissing, type ByteStore } from './byte-store.js';
import { storageFails } from './object-store.js';

/** Large parts that take more than this together become objects. */
const largeAppendBytes = 256 * 1024;
/** Smaller parts of them stay rows: a request to the bucket costs more. */
const smallestObjectBytes = 64 * 1024;

/** One statement reserves so many locations. */
const reservedAtOnce = 32;
/** Well below the day after which a reservation is given up. */
const reservedForMs = 60 * 60_000;

/** Where large parts lie, and who stores them. */
export interface PayloadStorage {
  readonly bytes: ByteStore;
  readonly pool: Pool;
  readonly ids: Ids;
  /** The number by which this process shows that it is alive. */
  readonly owner: number;
  /** Whether large parts become objects. Those that are objects are read in any case. */
  readonly isUsed: boolean;
}

/**
 * Large parts of payloads of runs as objects. A location is a reserved row of `stored_object` before its first byte, so what a crash leaves
 * behind is found by the sweep; a row of `stored_payload` keeps it as long as its stream.
 */
export class StoredPayloads extends PayloadObjects {
  #reserved: string[] = [];
  #reservedAt = -Infinity;
  #reserving: Promise<void> | undefined;

  constructor(private readonly storage: PayloadStorage) {
    super();
  }

  async place(blobs: readonly Blob[]): Promise<PlacedBlobs> {
    const large = blobs.filter(({ bytes, owner }) => owner.lifetime === 'run' && bytes >= smallestObjectBytes);
    const total = blobs.reduce((sum, { bytes }) => sum + bytes, 0);
    if (!this.storage.isUsed || total <= largeAppendBytes || large.length === 0) return { rows: blobs, writes: [], locations: [] };
    const known = await this.#known(large.filter(({ owner }) => owner.expected > 0));
    const locations = new Map<string, Promise<string>>();
    const writes = large.flatMap((blob) => {
      if (known.has(nameOf(blob.owner.streamId, blob.hash))) return [];
      const location = locations.get(blob.hash) ?? this.#put(blob.json);
      locations.set(blob.hash, location);
      return [this.#rowOf(blob, location)];
    });
    const rows = blobs.filter((blob) => !large.includes(blob));
    return { rows, writes: await Promise.all(writes), locations: await Promise.all(locations.values()) };
  }

  refused(error: unknown, locations: readonly string[]): unknown {
    if (!hasState(error, sqlState.foreignKeyViolation)) return error;
    // The session of this process was lost for a moment, and a sweep has given up its locations. It finds no object that was written afterwards.
    this.#reserved = [];
    for (const location of locations) void this.storage.bytes.remove(location).catch(() => undefined);
    return storageFails(error);
  }

  async read(location: string, hash: string): Promise<string> {
    const chunks: Buffer[] = [];
    const digest = createHash('sha256');
    try {
      for await (const chunk of await this.storage.bytes.open(location)) {
        digest.update(chunk as Buffer);
        chunks.push(chunk as Buffer);
      }
    } catch (error) {
      throw error instanceof BytesMissing ? new PayloadLost(hash, location, 'is missing', { cause: error }) : storageFails(error);
    }
    if (digest.digest('base64url') !== hash) throw new PayloadLost(hash, location, 'has other contents than were stored');
    return Buffer.concat(chunks).toString();
  }

  async #rowOf({ owner: { streamId }, hash, bytes }: Blob, location: Promise<string>): Promise<Write> {
    return storedPayload.put({ streamId, hash, location: await location, owner: this.storage.owner, bytes });
  }

  /** What an earlier append of the same stream has stored. It stays at least as long as the stream. */
  async #known(blobs: readonly Blob[]): Promise<ReadonlySet<string>> {
    if (blobs.length === 0) return new Set();
    const { rows } = await this.storage.pool.query<{ streamId: string; hash: string }>({
      name: 'known_payloads',
      text: `select stream_id as "streamId", hash from stored_payload
             where (stream_id, hash) in (select * from unnest($1::uuid[], $2::text[]))`,
      values: [blobs.map(({ owner }) => owner.streamId), blobs.map(({ hash }) => hash)],
    });
    return new Set(rows.map(({ streamId, hash }) => nameOf(streamId, hash)));
  }

  async #put(json: string): Promise<string> {
    const location = await this.#reserve();
    await this.storage.bytes.write(location, Readable.from([Buffer.from(json)])).catch((error: unknown) => {
      throw storageFails(error);
    });
    return location;
  }

  async #reserve(): Promise<string> {
    for (;;) {
      const isFresh = performance.now() - this.#reservedAt < reservedForMs;
      const free = isFresh ? this.#reserved.pop() : undefined;
      if (free !== undefined) return free;
      await (this.#reserving ??= this.#reserveMore().finally(() => (this.#reserving = undefined)));
    }
  }

  async #reserveMore(): Promise<void> {
    const { pool, ids, owner } = this.storage;
    const locations = Array.from({ length: reservedAtOnce }, () => ids.next());
    const reservedAt = performance.now();
    await pool.query({
      name: 'reserve_objects',
      text: 'insert into stored_object (location, owner, touched_at) select location, $2, now() from unnest($1::uuid[]) as r(location)',
      values: [locations, owner],
    });
    this.#reserved = locations;
    this.#reservedAt = reservedAt;
  }
}

function nameOf(streamId: string, hash: string): string {
  return `${streamId} ${hash}`;
}
