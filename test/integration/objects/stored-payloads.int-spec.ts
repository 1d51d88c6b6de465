import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import { verifyStream } from '#ledger/events/digest/verify-streams.js';
import type { StreamAppend } from '#ledger/events/event-store.js';
import { PayloadLost } from '#ledger/events/payload/payload-objects.js';
import { DiskBytes } from '#ledger/objects/disk-bytes.js';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { SystemIds } from '#host/system-ids.js';
import { counter, CounterOpened, CounterRaised, counterSchema, counterStreams, counterWiring } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const long = 'é"\\'.repeat(100_000);
let folder: string;
let store: TestStore;
let objects: ObjectStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-payloads-'));
  const bytes = new DiskBytes(folder);
  store = await openTestStore(counterWiring, counterSchema, { bytes, ids, isUsed: true });
  objects = new ObjectStore(bytes, store.pool, ids, store.leases.owner);
}, 60_000);
afterEach(async () => {
  await store.finish();
  await rm(folder, { recursive: true });
});

async function onDisk(): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const count = async (table: string): Promise<number> =>
  (await store.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0;
const raised = (note: string, by = 1) => CounterRaised({ by, note });
const notes = async (streamId: string): Promise<unknown[]> =>
  (await store.store.read(counterStreams.run, streamId)).map(({ payload }) => ('note' in payload ? payload.note : undefined));

async function appended(...given: readonly string[]): Promise<StreamAppend> {
  const stream = counter([CounterOpened({ name: ids.next() }), ...given.map((note) => raised(note))]);
  await store.store.append({ streams: [stream] });
  return stream;
}

/** Nothing that this process has reserved is its own any more, as after a loss of its connection. */
async function loseReservations(): Promise<void> {
  await store.pool.query(`update stored_object set touched_at = now() - interval '2 days'`);
  await objects.sweep();
}

describe('large parts of payloads in a storage of objects', () => {
  it('are objects known by their digest, once for an append, and come back where they are read', async () => {
    const { streamId } = await appended(long, long);
    expect([await count('blob'), await count('stored_payload'), (await onDisk()).length]).toEqual([0, 1, 1]);
    expect(await notes(streamId)).toEqual([undefined, long, long]);
    expect(await verifyStream(store.pool, streamId, store.payloads)).toMatchObject({ status: 'intact' });
  });

  it('are not stored again by a later append of their stream', async () => {
    const { streamId } = await appended(long);
    await store.store.append({ streams: [counter([raised(long, 2), raised(`${long}!`)], { streamId, expected: 2 })] });
    expect([await count('stored_payload'), (await onDisk()).length]).toEqual([2, 2]);
    expect(await notes(streamId)).toEqual([undefined, long, long, `${long}!`]);
  });

  it('stay rows where they take at most 256 KB together, and in streams that are kept for ever', async () => {
    await appended('x'.repeat(200_000));
    await store.store.append({ streams: [counter([CounterOpened({ name: 'kept' }), raised(long)], { lifetime: 'ledger' })] });
    expect([await count('blob'), await count('stored_payload'), (await onDisk()).length]).toEqual([2, 0, 0]);
  });

  it('that are missing or changed are named by the error, and make the stream unsound', async () => {
    const { streamId } = await appended(long);
    const [{ location }] = (await store.pool.query<{ location: string }>('select location from stored_payload')).rows as [
      { location: string },
    ];
    await rm((await onDisk())[0] ?? '');
    await expect(notes(streamId)).rejects.toThrow(PayloadLost);
    await expect(notes(streamId)).rejects.toThrow(`object ${location} in the storage of files is missing`);
    await new DiskBytes(folder).write(
      location,
      (async function* () {
        yield Buffer.from('"other"');
      })(),
    );
    await expect(notes(streamId)).rejects.toThrow('has other contents than were stored');
    expect(await verifyStream(store.pool, streamId, store.payloads)).toMatchObject({ status: 'changed' });
  });

  it('stay as long as their stream, also after the process that stored them, and are removed after it', async () => {
    const { streamId } = await appended(long);
    await loseReservations();
    expect(await notes(streamId)).toEqual([undefined, long]);
    await store.pool.query('delete from stored_payload where stream_id = $1', [streamId]);
    await objects.sweep();
    expect([await onDisk(), await count('stored_object')]).toEqual([[], 0]);
  });

  it('of an append that fails are removed when their process has gone', async () => {
    const first = await appended('short');
    const late = counter([raised(long)], { streamId: first.streamId, expected: 1 });
    await expect(store.store.append({ streams: [late] })).rejects.toThrow('The stream has moved on');
    expect([(await onDisk()).length, await count('stored_payload')]).toEqual([1, 0]);
    await loseReservations();
    expect(await onDisk()).toEqual([]);
  });

  it('share the reservation of locations, however many are stored at the same time', async () => {
    const streams = Array.from({ length: 20 }, (_, n) => counter([CounterOpened({ name: `many ${n}` }), raised(`${long}${n}`)]));
    await Promise.all(streams.map((stream) => store.store.append({ streams: [stream] })));
    expect([await count('stored_object'), await count('stored_payload')]).toEqual([32, 20]);
  });

  it('at a location that a sweep has given up fail the append as a whole, and the next one succeeds', async () => {
    await appended(long);
    await loseReservations();
    const stream = counter([CounterOpened({ name: 'late' }), raised(`${long}!`)]);
    await expect(store.store.append({ streams: [stream] })).rejects.toThrow(InfrastructureFault);
    expect(await notes(stream.streamId)).toEqual([]);
    await eventually(async () => expect(await onDisk()).toHaveLength(1));
    await store.store.append({ streams: [stream] });
    expect(await notes(stream.streamId)).toEqual([undefined, `${long}!`]);
  });
});
