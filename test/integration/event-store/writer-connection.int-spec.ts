import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { endAtOnce, startFaultProxy } from '../../support/fault-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let connection: WriterConnection;

beforeEach(async () => {
  database = await createTestDatabase();
  connection = new WriterConnection(database.connectionString, 'test');
});
afterEach(async () => {
  await connection.close();
  await database.drop();
});

const prepared = () => connection.query<{ n: number }>({ text: 'select count(*)::int as n from pg_prepared_statements', values: [] });

it('keeps no more statements prepared than there is room for, however many different ones are asked', async () => {
  let most = 0;
  for (let text = 0; text < 1_100; text += 1) {
    expect(await connection.query({ text: `select ${text} as n`, values: [] })).toEqual([{ n: text }]);
    if (text % 50 === 0) most = Math.max(most, (await prepared())[0]?.n ?? 0);
  }
  expect(most).toBeGreaterThan(400);
  expect(most).toBeLessThanOrEqual(500);
});

it('answers all that is asked at once while it makes room', async () => {
  const asked = Array.from({ length: 1_100 }, (_, n) => n);
  const rounds = [asked.slice(0, 499), asked.slice(499, 520), asked.slice(520)];
  for (const round of rounds) {
    const answers = await Promise.all(round.map((n) => connection.query<{ n: number }>({ text: `select ${n} as n`, values: [] })));
    expect(answers.map(([row]) => row?.n)).toEqual(round);
  }
});

it('survives a session that the database ends in the packet that says that it is ready', async () => {
  const proxy = await startFaultProxy(database.connectionString);
  proxy.failNext(endAtOnce, endAtOnce);
  const through = new WriterConnection(proxy.url, 'test');
  expect(await through.query({ text: 'select 7 as n', values: [] })).toEqual([{ n: 7 }]);
  await through.close();
  await proxy.close();
});
