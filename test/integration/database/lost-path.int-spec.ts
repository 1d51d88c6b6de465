import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createPool } from '#ledger/database/connect.js';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { Turns } from '#ledger/chores/turns.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { eventually } from '../../support/eventually.js';
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let proxy: FaultProxy;
let writer: WriterConnection;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startFaultProxy(database.connectionString);
  writer = new WriterConnection(proxy.url, 'test');
});
afterEach(async () => {
  await proxy.close();
  await writer.close();
  await database.drop();
});

const seven = { text: 'select 7 as n', values: [] };

/** As a firewall does that has started again: what is connected hears nothing any more, and new connections work. */
it('what a firewall has forgotten ends while the server is well: appends, turns and the sign of life continue', async () => {
  const session = new OwnerSession(proxy.url, () => undefined);
  const pool = createPool(proxy.url, 2);
  const carrier = new PostgresCarrier(pool);
  const turns = new Turns(carrier);
  try {
    await session.start();
    await carrier.start(() => undefined);
    expect(await turns.has('mine')).toBe(true);
    await writer.query(seven);
    await pool.query(seven);
    proxy.vanish();
    const lost = await Promise.allSettled([writer.query(seven), pool.query(seven), turns.has('another')]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await writer.query(seven)).toEqual([{ n: 7 }]);
    await eventually(async () => expect([await turns.has('mine'), await turns.has('another')]).toEqual([true, true]), 10_000);
    await eventually(() => expect(session.beginnings).toBe(2), 20_000);
  } finally {
    await turns.close();
    carrier.stop();
    await Promise.all([session.stop(), pool.end()]);
  }
}, 90_000);

it('a statement that works for long is waited for', async () => {
  expect(await writer.query({ text: 'select 7 as n from pg_sleep(25)', values: [] })).toEqual([{ n: 7 }]);
}, 60_000);

it('an answer that is lost after the statement has worked for long is not waited for', async () => {
  const answer = writer.query({ text: 'select 7 as n from pg_sleep(12)', values: [] });
  const beside = createPool(database.connectionString, 1);
  const working = `select from pg_stat_activity where query like '%pg_sleep(12)' and state = 'active'`;
  await eventually(async () => expect((await beside.query(working)).rows).toHaveLength(1));
  await beside.end();
  proxy.vanish();
  await expect(answer).rejects.toThrow('Connection terminated');
  expect(await writer.query(seven)).toEqual([{ n: 7 }]);
}, 90_000);
