import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createPool } from '#ledger/database/connect.js';
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
