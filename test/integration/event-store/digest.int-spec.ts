import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Composition } from '#ledger/composition.js';
import { SystemClock } from '#host/system-clock.js';
import { verifyStream, verifyStreams } from '#ledger/events/digest/verify-streams.js';
import type { StreamVerdict } from '#ledger/events/digest/stream-check.js';
import { openDatabase } from '#ledger/ledger.js';
import {
  counter,
  CounterOpened,
  CounterRaised,
  counterSchema,
  counterStreams,
  counterWiring,
  type CounterEvent,
} from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const meta = { actorId: 'ada', requestId: 'r-1' };
let store: TestStore;

beforeAll(async () => {
  store = await openTestStore(counterWiring, counterSchema);
}, 60_000);
afterAll(() => store.finish());

const verdict = (streamId: string): Promise<StreamVerdict> => verifyStream(store.pool, streamId);
const raised = (by: number, note = 'a "quoted" note \ud800 \u0000 é'): CounterEvent => CounterRaised({ by, note });

async function append(streamId: string, expected: number, ...events: CounterEvent[]): Promise<void> {
  await store.store.append({ streams: [{ streamId, lifetime: 'run', workspaceId: null, expected, events, meta }] });
}

/** A name whose row another transaction has written: an append of the same name waits until that ends without it. */
async function heldName(): Promise<{ readonly name: string; readonly release: () => Promise<void> }> {
  const [name, client] = [randomUUID(), await store.pool.connect()];
  await client.query('begin');
  await client.query('insert into live_counter (id, name) values (gen_random_uuid(), $1)', [name]);
  return {
    name,
    async release() {
      await client.query('rollback');
      client.release();
    },
  };
}

/** Three appends of seven events in all. */
async function aStream(): Promise<string> {
  const { streamId } = counter([]);
  await append(streamId, 0, CounterOpened({ name: streamId }), raised(2), raised(3));
  await append(streamId, 3, raised(4));
  await append(streamId, 4, raised(5), raised(6), raised(7));
  return streamId;
}

describe('the running digest of a stream', () => {
  it('is stored with the first event and with the last one of each append', async () => {
    const streamId = await aStream();
    const { rows } = await store.pool.query<{ digest: string | null }>(
      'select digest from run_event where stream_id = $1 order by version',
      [streamId],
    );
    const form = (events: string) => expect.stringMatching(new RegExp(`^${events}\\.[\\w-]{43}$`));
    const first = form('1-3');
    expect(rows.map(({ digest }) => digest)).toEqual([first, null, first, form('4-4'), null, null, form('5-7')]);
    expect(await verdict(streamId)).toEqual({ status: 'intact', marks: [form('1-3'), form('4-4'), form('5-7')] });
  });

  it.each<[string, string, string]>([
    [
      'a rewritten payload',
      `update run_event set data = '{"by":9}' where stream_id = :id and version = 6`,
      'Events 5 to 7 are not as recorded',
    ],
    [
      'another notation of the same payload',
      `update run_event set data = (' ' || data::text)::json where stream_id = :id and version = 4`,
      'Event 4 is not',
    ],
    ['another type', `update run_event set type = 'counter.opened' where stream_id = :id and version = 2`, 'Events 1 to 3 are not'],
    ['another version of the schema', `update run_event set schema_version = 9 where stream_id = :id and version = 4`, 'Event 4 is not'],
    ['another workspace', `update run_event set workspace_id = stream_id where stream_id = :id and version = 4`, 'Event 4 is not'],
    ['another moment', `update run_event set at = at + interval '1 ms' where stream_id = :id and version = 4`, 'Event 4 is not'],
    ['another actor', `update run_event set meta = '{"actorId":"eve"}' where stream_id = :id and version = 5`, 'Events 5 to 7 are not'],
    ['another digest', `update run_event set digest = '4-4.' || repeat('x', 43) where stream_id = :id and version = 4`, 'Event 4 is not'],
    ['a digest in another form', `update run_event set digest = 'none' where stream_id = :id and version = 4`, 'Event 4 is not'],
    ['a removed event', `delete from run_event where stream_id = :id and version = 2`, 'Event 2 is missing'],
    ['a removed first event', `delete from run_event where stream_id = :id and version = 1`, 'Event 1 is missing'],
    ['a removed append', `delete from run_event where stream_id = :id and version = 4`, 'Event 4 is missing'],
    [
      'a removed end of the first append',
      `delete from run_event where stream_id = :id and version >= 3`,
      'Events after event 2 are missing',
    ],
    [
      'removed events whose followers moved up',
      `delete from run_event where stream_id = :id and version = 4;
       update run_event set version = version + 100 where stream_id = :id and version > 4; update run_event set version = version - 101 where stream_id = :id and version > 100`,
      'Events 4 to 6 are not as recorded',
    ],
    [
      'exchanged events',
      `update run_event set version = 60 where stream_id = :id and version = 6; update run_event set version = 6 where stream_id = :id and version = 5; update run_event set version = 5 where stream_id = :id and version = 60`,
      'Events 5 to 7 are not as recorded',
    ],
    [
      'an event that was put between',
      `update run_event set version = version + 10 where stream_id = :id and version > 5; update run_event set version = version - 9 where stream_id = :id and version > 10;
       insert into run_event (stream_id, version, type, schema_version, data, at) select stream_id, 6, type, schema_version, data, at from run_event where stream_id = :id and version = 5`,
      'Events 5 to 8 are not as recorded',
    ],
  ])('shows %s', async (_, change, reason) => {
    const streamId = await aStream();
    await store.pool.query(change.replaceAll(':id', `'${streamId}'`));
    expect(await verdict(streamId)).toEqual({ status: 'changed', reason: expect.stringContaining(reason) });
  });

  it('does not fit another stream', async () => {
    const [one, other] = [await aStream(), counter([]).streamId];
    await store.pool.query('update run_event set stream_id = $2 where stream_id = $1', [one, other]);
    expect(await verdict(other)).toMatchObject({ status: 'changed' });
  });

  it('covers large parts of events', async () => {
    const { streamId } = counter([]);
    await append(streamId, 0, CounterOpened({ name: 'large' }), raised(2, 'x'.repeat(100_000)));
    expect(await verdict(streamId)).toMatchObject({ status: 'intact' });
    await store.pool.query(`update blob set data = to_json(replace(data#>>'{}', 'xx', 'xy'))`);
    const reason = 'A large part of event 2 is missing or not as recorded';
    expect(await verdict(streamId)).toEqual({ status: 'changed', reason });
    await store.pool.query('delete from blob');
    expect(await verdict(streamId)).toEqual({ status: 'changed', reason });
  });

  it('is continued by a process that has not read the stream', async () => {
    const streamId = await aStream();
    const { connectionString } = store;
    const options = { composition: new Composition([counterWiring]), clock: new SystemClock(), onError: () => undefined };
    const other = await openDatabase({ connectionString, poolSize: 4, ...options });
    try {
      const stream = { streamId, lifetime: 'run', workspaceId: null, meta } as const;
      await other.store.append({ streams: [{ ...stream, expected: 7, events: [raised(8)] }] });
      expect((await other.store.read(counterStreams.run, streamId)).length).toBe(8);
    } finally {
      await other.close();
    }
    await append(streamId, 8, raised(9));
    expect(await verdict(streamId)).toEqual({ status: 'intact', marks: Array.from({ length: 5 }, () => expect.any(String)) });
  });

  it('is continued after an append that lost against another one, and by appends that wait behind each other', async () => {
    const streamId = await aStream();
    const results = await Promise.allSettled([
      append(streamId, 7, raised(8)),
      append(streamId, 8, raised(9)),
      append(streamId, 7, raised(80)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await append(streamId, 9, raised(10));
    expect(await verdict(streamId)).toMatchObject({ status: 'intact', marks: Array.from({ length: 6 }, () => expect.any(String)) });
  });

  it('is continued from the append that won while the one that lost still waits', async () => {
    const streamId = await aStream();
    const busy = await heldName();
    const [won, lost] = [append(streamId, 7, raised(8)), append(streamId, 7, raised(80))];
    // The next batch has the append that loses, and one that waits.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    const waits = append(counter([]).streamId, 0, CounterOpened({ name: busy.name }));
    await won;
    const next = append(streamId, 8, raised(9));
    await busy.release();
    expect(await Promise.allSettled([lost, waits, next])).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ]);
    expect(await verdict(streamId)).toMatchObject({ status: 'intact', marks: Array.from({ length: 5 }, () => expect.any(String)) });
  });

  it('is continued from the append of another process that won while an own one waits', async () => {
    const streamId = await aStream();
    const { connectionString } = store;
    const options = { composition: new Composition([counterWiring]), clock: new SystemClock(), onError: () => undefined };
    const other = await openDatabase({ connectionString, poolSize: 4, ...options });
    try {
      await other.store.append({ streams: [{ streamId, lifetime: 'run', workspaceId: null, meta, expected: 7, events: [raised(8)] }] });
    } finally {
      await other.close();
    }
    const busy = await heldName();
    const waits = append(counter([]).streamId, 0, CounterOpened({ name: busy.name }));
    const lost = append(streamId, 7, raised(80));
    expect(await store.store.read(counterStreams.run, streamId)).toHaveLength(8);
    const next = append(streamId, 8, raised(9));
    await busy.release();
    expect(await Promise.allSettled([lost, waits, next])).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled' },
      { status: 'fulfilled' },
    ]);
    expect(await verdict(streamId)).toMatchObject({ status: 'intact', marks: Array.from({ length: 5 }, () => expect.any(String)) });
  });

  it('does not begin in the middle of a stream that a former release began', async () => {
    const streamId = await aStream();
    await store.pool.query('update run_event set digest = null where stream_id = $1', [streamId]);
    const other = counter([]).streamId;
    await store.pool.query('update run_event set stream_id = $2 where stream_id = $1', [streamId, other]);
    await append(other, 7, raised(8));
    await append(other, 8, raised(9));
    expect(await verdict(other)).toEqual({ status: 'uncovered', from: 1, marks: [] });
  });

  it('is verified for all streams', async () => {
    const streams = [await aStream(), await aStream(), await aStream()].toSorted();
    await store.pool.query(`update run_event set data = '{"by":0}' where stream_id = $1 and version = 4`, [streams[1]]);
    const found: string[] = [];
    for await (const { streamId, verdict } of verifyStreams(store.pool))
      if (streams.includes(streamId)) found.push(`${streamId} ${verdict.status}`);
    expect(found).toEqual([`${streams[0]} intact`, `${streams[1]} changed`, `${streams[2]} intact`]);
  });
});
