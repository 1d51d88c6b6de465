import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { selectOne } from '#ledger/rows/select.js';
import { StreamConflict, UniqueConflict } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { eventRowColumns, type EventRow } from '#ledger/events/postgres-event-store.js';
import type { Decider } from '#kernel/decider.js';
import {
  counter,
  CounterOpened,
  CounterRaised,
  counterSchema,
  counterStreams,
  counterWiring,
  liveCounter,
  type CounterEvent,
} from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
let names = 0;
const opened = (): CounterEvent => CounterOpened({ name: `counter ${(names += 1)}` });

beforeAll(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterAll(() => store.finish());

describe('append', () => {
  it.each(['run', 'ledger'] as const)('makes the events of a %s stream readable in order', async (lifetime) => {
    const stream = counter([opened(), CounterRaised({ by: 2 })], { lifetime, meta: { actorId: 'a1', requestId: 'r1' } });
    await store.store.append({ streams: [stream] });
    const events = await store.store.read(counterStreams[lifetime], stream.streamId);
    expect(events.map(({ type, position, payload }) => ({ type, position, payload }))).toEqual([
      { type: 'counter.opened', position: 1, payload: stream.events[0]?.payload },
      { type: 'counter.raised', position: 2, payload: { by: 2 } },
    ]);
    for (const { meta } of events) expect(meta).toEqual({ actorId: 'a1', requestId: 'r1' });
  });

  it('shows the events of an append without metadata with those of the append before', async () => {
    const stream = counter([opened()], { lifetime: 'run', meta: { actorId: 'a1' } });
    const raised = (by: number, meta: { actorId: string } | null): typeof stream => ({
      ...stream,
      expected: by,
      events: [CounterRaised({ by })],
      meta,
    });
    await store.store.append({ streams: [stream] });
    await store.store.append({ streams: [raised(1, null)] });
    await store.store.append({ streams: [raised(2, { actorId: 'a2' })] });
    await store.store.append({ streams: [raised(3, null)] });
    const events = await store.store.read(counterStreams.run, stream.streamId);
    expect(events.map(({ meta }) => meta.actorId)).toEqual(['a1', 'a1', 'a2', 'a2']);
  });

  it('makes short streams readable together, each with its own events in order, as often as it is asked', async () => {
    const streams = Array.from({ length: 30 }, (_, by) => counter([opened(), CounterRaised({ by })], { meta: { actorId: `a${by}` } }));
    await Promise.all(streams.map((stream) => store.store.append({ streams: [stream] })));
    const ids = [...streams.map(({ streamId }) => streamId), counter([]).streamId, streams[0]?.streamId ?? ''];
    const [one, together] = await Promise.all([
      Promise.all(ids.map((id) => store.store.read(counterStreams.run, id))),
      Promise.all(ids.map((id) => store.store.readShort(counterStreams.run, id))),
    ]);
    expect(together).toEqual(one);
    expect(together.map(({ length }) => length)).toEqual([...streams.map(() => 2), 0, 2]);
  });

  it('refuses a second append at the same position', async () => {
    const stream = counter([opened()]);
    await store.store.append({ streams: [stream] });
    await expect(store.store.append({ streams: [{ ...stream, events: [CounterRaised({ by: 1 })] }] })).rejects.toThrow(StreamConflict);
    expect(await store.store.read(counterStreams.run, stream.streamId)).toHaveLength(1);
  });

  it('lets exactly one of many concurrent appends at one position win', async () => {
    const stream = counter([opened()]);
    await store.store.append({ streams: [stream] });
    const tries = await Promise.allSettled(
      Array.from({ length: 40 }, (_, by) => store.store.append({ streams: [{ ...stream, expected: 1, events: [CounterRaised({ by })] }] })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.store.read(counterStreams.run, stream.streamId)).toHaveLength(2);
  });

  it('writes several streams and further rows together or not at all', async () => {
    const taken = opened();
    await store.store.append({ streams: [counter([taken])] });
    const [first, second] = [counter([opened()]), counter([taken], { lifetime: 'ledger' })];
    await expect(store.store.append({ streams: [first, second] })).rejects.toThrow(UniqueConflict);
    expect(await store.store.read(counterStreams.run, first.streamId)).toEqual([]);
    expect(await store.store.read(counterStreams.ledger, second.streamId)).toEqual([]);
  });

  it('names the unique rule that was broken', async () => {
    const taken = opened();
    await store.store.append({ streams: [counter([taken])] });
    await expect(store.store.append({ streams: [counter([taken])] })).rejects.toMatchObject({ constraint: 'live_counter_name' });
  });

  it('fails only the bad append of a batch', async () => {
    const existing = counter([opened()]);
    await store.store.append({ streams: [existing] });
    const good = Array.from({ length: 60 }, () => counter([opened(), CounterRaised({ by: 7 })]));
    const batches = store.lane.batches;
    const results = await Promise.allSettled([
      ...good.slice(0, 30).map((stream) => store.store.append({ streams: [stream] })),
      store.store.append({ streams: [{ ...existing, events: [CounterRaised({ by: 1 })] }] }),
      ...good.slice(30).map((stream) => store.store.append({ streams: [stream] })),
    ]);
    expect(results.map(({ status }) => status).indexOf('rejected')).toBe(30);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(store.lane.batches - batches).toBeLessThan(20);
    for (const { streamId } of good) expect(await store.store.read(counterStreams.run, streamId)).toHaveLength(2);
  });

  it.each(['21000', '58030', 'XX001'])('fails only the append for which the database reports an error of any kind: %s', async (code) => {
    await store.pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception using errcode = '${code}'; end $$`,
    );
    await store.pool.query(
      `create trigger fails before insert on live_counter for each row when (new.name = 'broken') execute function fail()`,
    );
    const good = Array.from({ length: 20 }, () => counter([opened()]));
    const results = await Promise.allSettled(
      [counter([CounterOpened({ name: 'broken' })]), ...good].map((stream) => store.store.append({ streams: [stream] })),
    );
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))).toMatchObject([{ code }]);
    await store.pool.query('drop function fail cascade');
    for (const { streamId } of good) expect(await store.store.read(counterStreams.run, streamId)).toHaveLength(1);
  });

  it('keeps the order of appends to one stream that wait together', async () => {
    const stream = counter([opened()]);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.store.append({ streams: [{ ...stream, expected: index, events: [index === 0 ? opened() : CounterRaised({ by: index })] }] }),
      ),
    );
    expect((await store.store.read(counterStreams.run, stream.streamId)).map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  it('shows an inline projection to the very next reader', async () => {
    const stream = counter([opened(), CounterRaised({ by: 5 })]);
    await store.store.append({ streams: [stream] });
    expect(await selectOne(store.pool, liveCounter, { id: stream.streamId })).toMatchObject({ last: 5 });
  });

  it('keeps payloads whole that contain NUL characters, lone surrogates and keys of prototypes', async () => {
    const note = `a\u0000b \ud800 "\\ ${String.fromCodePoint(0x1f600)}`;
    const payload = JSON.parse(`{"by": 1, "note": ${JSON.stringify(note)}, "__proto__": {"x": 1}}`) as { by: number };
    const stream = counter([opened(), CounterRaised(payload)]);
    await store.store.append({ streams: [stream] });
    expect(JSON.stringify((await store.store.read(counterStreams.run, stream.streamId))[1]?.payload)).toBe(JSON.stringify(payload));
  });

  it('stores a large field once by its content and puts it back on reading', async () => {
    const note = 'x'.repeat(300_000);
    const stream = counter([opened(), CounterRaised({ by: 1, note }), CounterRaised({ by: 2, note })]);
    await store.store.append({ streams: [stream] });
    expect((await store.store.read(counterStreams.run, stream.streamId)).map(({ payload }) => payload)).toEqual(
      stream.events.map(({ payload }) => payload),
    );
    const { rows } = await store.pool.query(
      `select count(*)::int as blobs, (select max(length(data::text)) from run_event) as longest from blob`,
    );
    expect(rows[0]).toMatchObject({ blobs: 1 });
    expect((rows[0] as { longest: number }).longest).toBeLessThan(70_000);
  });

  it('leaves out the large parts of fields that a reader does not look at, and fetches none of them', async () => {
    const long = 'x'.repeat(80_000);
    const stream = counter([opened(), CounterRaised({ by: 7, note: long })]);
    await store.store.append({ streams: [stream] });
    const { rows } = await store.pool.query<EventRow>(
      `select ${eventRowColumns('run')} from run_event where stream_id = $1 and version = 2`,
      [stream.streamId],
    );
    const [row] = rows as [EventRow];
    await store.pool.query('delete from blob');
    expect(await store.store.recorded(structuredClone(row), { unread: ['note'] })).toMatchObject({ payload: { by: 7, note: null } });
    await expect(store.store.recorded(row)).rejects.toThrow('is missing');
  });

  it('upcasts old payloads on reading', async () => {
    const stream = counter([opened()]);
    await store.store.append({ streams: [stream] });
    await store.pool.query(`update run_event set schema_version = 1, data = '{"title": "old"}' where stream_id = $1`, [stream.streamId]);
    expect((await store.store.read(counterStreams.run, stream.streamId))[0]?.payload).toEqual({ name: 'old' });
  });

  it('fails loudly on an event type that it does not know', async () => {
    const stream = counter([opened()]);
    await store.store.append({ streams: [stream] });
    await store.pool.query(`update run_event set type = 'counter.unheard-of' where stream_id = $1`, [stream.streamId]);
    await expect(store.store.read(counterStreams.run, stream.streamId)).rejects.toThrow('Unknown event type counter.unheard-of');
  });
});

describe('decide', () => {
  const sum: Decider<number, { by: number }, CounterEvent> = {
    initial: 0,
    decide: ({ by }, state) => (state === 0 ? [opened(), CounterRaised({ by })] : [CounterRaised({ by })]),
    evolve: (state, event) => state + (event.type === 'counter.raised' ? (event.payload as { by: number }).by : 0),
  };

  it('decides again on the newer state when another was faster', async () => {
    const stream = counterStreams.ledger.at(counter([]).streamId);
    await decide(store.store, on(stream, sum, { by: 1 }), { meta: {} });
    const results = await Promise.all([1, 2].map((by) => decide(store.store, on(stream, sum, { by }), { meta: {} })));
    expect(Math.max(...results.map(({ state }) => state))).toBe(4);
  });
});
