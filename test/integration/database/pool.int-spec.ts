import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import {
  createLimitPool,
  createPool,
  createProjectionPool,
  createSearchPool,
  DatabaseUnreachable,
  reachDatabase,
} from '#ledger/database/connect.js';
import { refuseWith, startFaultProxy, type Fault, type FaultProxy } from '../../support/fault-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, 2);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('a connection that is cut while it is lent out and nothing runs on it', () => {
  it('fails the next statement of its holder, and the pool continues with another', async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|closed/i);
    client.release();
    expect((await pool.query('select 1 as works')).rows).toEqual([{ works: 1 }]);
  });
});

/** Lets the client log in, and resets the connection when it asks its first question. */
const resetAfterLogIn: Fault = (client) => {
  const loggedIn = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  client.once('data', () => client.write(loggedIn, () => client.once('data', () => client.resetAndDestroy())));
};

describe('a connection that is reset after its log-in, before the pool has lent it out', () => {
  it('fails the statement that needed it, and the next one gets another', async () => {
    const proxy = await startFaultProxy(database.connectionString);
    const through = createPool(proxy.url, 2);
    proxy.failNext(resetAfterLogIn);
    await expect(through.query('select 1')).rejects.toThrow(/terminated|ECONNRESET/);
    expect((await through.query('select 1 as works')).rows).toEqual([{ works: 1 }]);
    await through.end();
    await proxy.close();
  });
});

describe('the settings with which a connection begins', () => {
  it.each([
    ['a plain pool', (url: string) => createPool(url, 1)],
    ['subscriptions', createProjectionPool],
    ['searches', createSearchPool],
    ['rate limits', createLimitPool],
  ])('are written as PgBouncer reads them: those of %s', async (_, create) => {
    const proxy = await startFaultProxy(database.connectionString);
    const began = new Promise<Buffer>((resolve) => {
      proxy.failNext((client) => client.once('data', (bytes: Buffer) => (resolve(bytes), client.destroy())));
    });
    const through = create(proxy.url);
    await expect(through.query('select 1')).rejects.toThrow(/terminated|ECONNRESET/);
    // Length and version, then names and values.
    const words = (await began).subarray(8).toString().split('\0');
    expect(words[words.indexOf('options') + 1]).toMatch(/^-c \w+=\S+( -c \w+=\S+)*$/);
    await through.end();
    await proxy.close();
  });
});

describe('a start', () => {
  let proxy: FaultProxy;

  /** Starts through the proxy, with these faults first. @returns what it reported */
  async function startAfter(faults: readonly Fault[], forMs = 20_000): Promise<readonly string[]> {
    const reports: string[] = [];
    proxy.failNext(...faults);
    const starting = createPool(proxy.url, 2);
    try {
      await reachDatabase(starting, proxy.url, { forMs, report: (message) => reports.push(message) });
    } finally {
      await starting.end();
    }
    return reports;
  }

  beforeEach(async () => {
    proxy = await startFaultProxy(database.connectionString);
  });
  afterEach(() => proxy.close());

  it.each<[string, Fault]>([
    ['the database is starting', refuseWith('57P03', 'the database system is starting up')],
    ['the database has no connection left', refuseWith('53300', 'sorry, too many clients already')],
    ['the connection is reset', (client) => client.resetAndDestroy()],
  ])('waits while %s, and says so once in five seconds', async (_, fault) => {
    const reports = await startAfter([fault, fault, fault]);
    expect(reports).toEqual([
      expect.stringMatching(/^The database \S+ at 127\.0\.0\.1:\d+ cannot be used: .+ The start waits for it, 20 s at most\.$/),
    ]);
  });

  it.each<[string, Fault]>([
    ['the password is wrong', refuseWith('28P01', 'password authentication failed for user "sluice"')],
    ['there is no such database', refuseWith('3D000', 'database "sluice" does not exist')],
  ])('ends at once when %s', async (_, fault) => {
    await expect(startAfter([fault])).rejects.toThrow(DatabaseUnreachable);
  });

  it('ends at once when the host does not exist', async () => {
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere'), { code: 'ENOTFOUND' });
    const nowhere = { query: () => Promise.reject(error) } as unknown as pg.Pool;
    const patience = { forMs: 20_000, report: () => undefined };
    await expect(reachDatabase(nowhere, 'postgres://nowhere/x', patience)).rejects.toThrow(
      /^The database x at nowhere cannot be used: it has a host name without an address\. Check/,
    );
  });

  it('ends when the database has not come in time', async () => {
    const starting = refuseWith('57P03', 'the database system is starting up');
    await expect(startAfter([starting, starting, starting], 400)).rejects.toThrow(/the database system is starting up/);
  });
});
