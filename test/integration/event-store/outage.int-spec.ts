import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { encodeAppend } from '#ledger/events/append-statement.js';
import { counter, CounterOpened, counterSchema, counterWiring, counterStreams } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { startFaultProxy } from '../../support/fault-proxy.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterEach(() => store.finish());

const encoded = (name: string) => {
  const stream = counter([CounterOpened({ name })]);
  return { streamId: stream.streamId, append: encodeAppend([{ ...stream, previous: '' }], [], undefined, new Date().toISOString()) };
};

describe('an append whose answer is lost', () => {
  it('is found in the store and told as done, once', async () => {
    const proxy = await startFaultProxy(store.connectionString);
    const connection = new WriterConnection(proxy.url, 'test');
    const lane = new AppendLane(connection);
    await lane.append(encoded('warm-up').append);
    for (let round = 0; round < 20; round += 1) {
      const batch = Array.from({ length: 5 }, (_, n) => encoded(`lost ${round}.${n}`));
      proxy.loseAnswer();
      await Promise.all(batch.map(({ append }) => lane.append(append)));
      for (const { streamId } of batch) expect(await store.store.read(counterStreams.run, streamId)).toHaveLength(1);
    }
    await connection.close();
    await proxy.close();
  });
});

describe('an append whose answer is lost, on a connection that breaks again', () => {
  it('is asked for until the store answers, and succeeds', async () => {
    const proxy = await startFaultProxy(store.connectionString);
    const connection = new WriterConnection(proxy.url, 'test');
    const lane = new AppendLane(connection);
    await lane.append(encoded('warm-up').append);
    const { streamId, append } = encoded('lost twice');
    proxy.loseAnswer();
    proxy.failStatements(/select type, data/);
    const appended = lane.append(append);
    await eventually(() => expect(proxy.lost).toBeGreaterThanOrEqual(2));
    proxy.restore();
    await appended;
    expect(await store.store.read(counterStreams.run, streamId)).toHaveLength(1);
    await connection.close();
    await proxy.close();
  });
});

describe('an append that the database refuses for a while', () => {
  it('fails, and counts as a failure of the database; later ones succeed', async () => {
    const connection = new WriterConnection(store.connectionString, 'test');
    const lane = new AppendLane(connection);
    await connection.query({ text: 'set default_transaction_read_only = on', values: [] });
    const refused = await Promise.allSettled([lane.append(encoded('one').append), lane.append(encoded('other').append)]);
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: '25006' }) },
      { status: 'rejected', reason: expect.objectContaining({ code: '25006' }) },
    ]);
    expect([lane.failed, lane.depth]).toEqual([2, 0]);
    await connection.query({ text: 'set default_transaction_read_only = off', values: [] });
    await lane.append(encoded('later').append);
    expect(lane.failedMsAgo).toBeUndefined();
    await connection.close();
  });
});

describe('an append whose connection breaks while the database still works on it', () => {
  it('succeeds once, although its repetition finds it stored', async () => {
    const proxy = await startFaultProxy(store.connectionString);
    const connection = new WriterConnection(proxy.url, 'test');
    const lane = new AppendLane(connection);
    await lane.append(encoded('warm-up').append);
    const { streamId, append } = encoded('slow');
    const blocker = await store.pool.connect();
    const waiting = async (): Promise<number> => {
      const { rows } = await store.pool.query<{ n: number }>('select count(*)::int as n from pg_locks where not granted');
      return rows[0]?.n ?? 0;
    };
    await blocker.query('begin');
    await blocker.query(`insert into run_event (stream_id, version, type, schema_version, data, at) values ($1, 1, 'x', 1, '{}', now())`, [
      streamId,
    ]);
    const appended = lane.append(append);
    await eventually(async () => expect(await waiting()).toBe(1));
    proxy.cut();
    await eventually(async () => expect(await waiting()).toBe(2));
    await blocker.query('rollback');
    blocker.release();
    await appended;
    expect(await store.store.read(counterStreams.run, streamId)).toHaveLength(1);
    await connection.close();
    await proxy.close();
  });
});

describe('a connection that the database ends', () => {
  it('comes back, and appends in between wait instead of failing', async () => {
    const written: string[] = [];
    let names = 0;
    let kills = 0;
    const appendUntilKilled = async (): Promise<void> => {
      while (kills < 3) {
        const stream = counter([CounterOpened({ name: `ended ${(names += 1)}` })]);
        await store.store.append({ streams: [stream] });
        written.push(stream.streamId);
      }
    };
    const appends = Promise.all(Array.from({ length: 10 }, appendUntilKilled));
    for (; kills < 3; kills += 1) {
      const before = written.length;
      await eventually(() => expect(written.length).toBeGreaterThan(before));
      await store.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sluice-append' and datname = current_database()`,
      );
    }
    await appends;
    for (const streamId of written) expect(await store.store.read(counterStreams.run, streamId)).toHaveLength(1);
  });
});

describe('a database that stays away', () => {
  it('is waited for once, and not once for each append', async () => {
    const proxy = await startFaultProxy(store.connectionString);
    const connection = new WriterConnection(proxy.url, 'test');
    const lane = new AppendLane(connection);
    await lane.append(encoded('before').append);
    await proxy.close();
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => lane.append(encoded(`away ${n}`).append)));
    for (const result of results) expect(result).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 2 } });
    await connection.close();
  }, 30_000);
});

describe('a queue of appends that is full', () => {
  it('refuses more with a hint to retry, and takes appends again when it has drained', async () => {
    const connection = new WriterConnection(store.connectionString, 'test');
    const lane = new AppendLane(connection, { maxWaiting: 10, maxBatch: 5, maxBatchBytes: 1_000_000 });
    const results = await Promise.allSettled(Array.from({ length: 25 }, (_, n) => lane.append(encoded(`full ${n}`).append)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const refused = results.find((result): result is PromiseRejectedResult => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE', retryAfterSeconds: 1 });
    await lane.append(encoded('after').append);
    await connection.close();
  });
});
