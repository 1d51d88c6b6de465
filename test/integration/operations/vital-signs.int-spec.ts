import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { SystemClock } from '#host/system-clock.js';
import { createPool } from '#ledger/database/connect.js';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { counterSchema, counterWiring } from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterAll(() => store.finish());

function vitalSignsOn(pool: Pool): VitalSigns {
  const projections = new ProjectionHost([], {
    pool,
    projectionPool: pool,
    store: store.store,
    activity: store.activity,
    signals: store.signals,
    owner: store.leases.owner,
    decode: (row) => store.store.recorded(row),
    onError: () => undefined,
  });
  return new VitalSigns(pool, new WorkQueue(pool), projections, new SystemClock());
}

describe('vital signs', () => {
  it('are read once for all who ask within a second', async () => {
    const pool = createPool(store.connectionString, 5);
    let queries = 0;
    pool.on('acquire', () => (queries += 1));
    const vitals = vitalSignsOn(pool);
    const readings = await Promise.all(Array.from({ length: 100 }, () => vitals.read()));
    expect(readings[0]).toMatchObject({ pendingMigrations: 0, queue: { waiting: 0, running: 0, oldestDueMs: 0 }, projections: [] });
    expect(new Set(readings).size).toBe(1);
    expect(queries).toBe(6);
    await pool.end();
  });

  it('see a transaction that writes and does not end', async () => {
    const pool = createPool(store.connectionString, 5);
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query('select pg_current_xact_id()');
    const { rows } = await writer.query<{ age: number }>('select (extract(epoch from clock_timestamp() - now()) * 1000)::float8 as age');
    expect((await vitalSignsOn(pool).read())?.horizonAgeMs).toBeGreaterThanOrEqual(rows[0]?.age as number);
    await writer.query('rollback');
    writer.release();
    await pool.end();
  });

  it('are missing when the database does not answer, and a second caller waits for the same reading', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const pool = createPool(`postgres://reader@127.0.0.1:${(silent.address() as AddressInfo).port}/nothing`, 5);
    const vitals = vitalSignsOn(pool);
    expect(await vitals.read()).toBeUndefined();
    expect(await vitals.read()).toBeUndefined();
    expect(sockets).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await pool.end();
  });
});
