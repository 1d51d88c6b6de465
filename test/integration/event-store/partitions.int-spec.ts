import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { StreamConflict } from '#ledger/events/event-store.js';
import { executionLogTable } from '#modules/logs/projections/execution-log.entity.js';
import { swapParts } from '#ledger/months/month-swap.js';
import { RunPartitions } from '#ledger/events/run-partitions.js';
import { counter, CounterOpened, CounterRaised, counterSchema, counterWiring, counterStreams } from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterAll(() => store.finish());

/** A stream that was born in January 2026. */
const old = (): string => v7({ msecs: Date.UTC(2026, 0, 15) });
const place = async (streamId: string): Promise<unknown> =>
  (await store.pool.query('select tableoid::regclass::text as place from run_event where stream_id = $1', [streamId])).rows[0];

async function drop(tables: readonly string[], suffix: string): Promise<void> {
  const client = await store.pool.connect();
  const parts = tables.map((table) => ({ table, part: `${table}_${suffix}` }));
  const nothing = async (): Promise<void> => undefined;
  await swapParts(client, parts, { steady: 'execution_hold', before: nothing, mayGo: async () => true, after: nothing });
  client.release();
}

describe('run events', () => {
  it('lie in the partition of the month in which their stream was born', async () => {
    await store.partitions.ensure(new Date('2026-01-20T00:00:00Z'), 0);
    const stream = counter([CounterOpened({ name: 'january' })], { streamId: old() });
    await store.store.append({ streams: [stream] });
    expect(await place(stream.streamId)).toEqual({ place: 'run_event_202601' });
  });

  it('keep their unique rule inside a partition', async () => {
    const stream = counter([CounterOpened({ name: 'unique' })], { streamId: old() });
    await store.store.append({ streams: [stream] });
    await expect(store.store.append({ streams: [stream] })).rejects.toThrow(StreamConflict);
  });

  it('go with their month, blobs included, and leave other months and the ledger alone', async () => {
    const note = 'x'.repeat(200_000);
    const gone = counter([CounterOpened({ name: 'gone' }), CounterRaised({ by: 1, note })], { streamId: old() });
    const kept = counter([CounterOpened({ name: 'kept' }), CounterRaised({ by: 1, note })]);
    const ledger = counter([CounterOpened({ name: 'ledger' }), CounterRaised({ by: 1, note })], { lifetime: 'ledger' });
    for (const stream of [gone, kept, ledger]) await store.store.append({ streams: [stream] });
    await drop(['run_event', 'blob'], '202601');
    expect(await store.store.read(counterStreams.run, gone.streamId)).toEqual([]);
    expect(await store.store.read(counterStreams.run, kept.streamId)).toHaveLength(2);
    expect((await store.store.read(counterStreams.ledger, ledger.streamId))[1]?.payload).toEqual({ by: 1, note });
    expect(await store.partitions.list()).not.toContainEqual(expect.objectContaining({ month: '2026-01-01' }));
  });

  it('are made ahead by several processes at once without a quarrel', async () => {
    await Promise.all(Array.from({ length: 8 }, () => store.partitions.ensure(new Date('2027-03-31T23:59:59Z'), 3)));
    const months = (await store.partitions.list()).map(({ month }) => month);
    expect(months).toEqual(expect.arrayContaining(['2027-03-01', '2027-04-01', '2027-05-01', '2027-06-01']));
  });

  it('have the read models of runs beside them, also in months that are long gone', async () => {
    await store.partitions.ensure(new Date('2025-02-10T00:00:00Z'), 0);
    const partitions = new RunPartitions(store.pool, [executionLogTable.table]);
    await partitions.ensure(new Date('2026-04-10T00:00:00Z'), 0);
    const bounds = async (table: string): Promise<unknown> =>
      (
        await store.pool.query(
          `select right(relname, 6) as month, pg_get_expr(relpartbound, c.oid) as bound
           from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass and relname ~ '[0-9]{6}$' order by 1`,
          [table],
        )
      ).rows;
    expect(await bounds('execution_log')).toEqual(await bounds('run_event'));
  });
});
