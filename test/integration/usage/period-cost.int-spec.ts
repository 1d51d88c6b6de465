import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '#ledger/database/connect.js';
import { SystemIds } from '#host/system-ids.js';
import { Clock } from '#kernel/clock.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import { PeriodCost } from '#modules/usage/limits/period-cost.js';
import { eventually } from '../../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const ids = new SystemIds();
const time = new (class extends Clock {
  at = '';

  now(): Date {
    return new Date(this.at);
  }
})();

let database: TestDatabase;
let pool: Pool;
let cost: PeriodCost;
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, 2);
});
beforeEach(() => {
  accountId = ids.next();
  cost = new PeriodCost(pool, new OrganizationPlans(pool), time);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function use(month: string, usd: number): Promise<void> {
  await pool.query(
    `insert into usage_period (account_id, month, cost_nano_usd) values ($1, $2, $3)
     on conflict (account_id, month) do update set cost_nano_usd = excluded.cost_nano_usd`,
    [accountId, month, usd * 1e9],
  );
}

/** The cost that a caller gets at that time. */
async function costAt(at: string): Promise<number> {
  time.at = at;
  return (await cost.of(accountId)).usd;
}

describe('the cost of a period', () => {
  it('is zero at the first request of a month, whatever the previous month has cost', async () => {
    await use('2031-01-01', 5);
    expect(await costAt('2031-01-31T23:59:59.900Z')).toBe(5);
    expect(await costAt('2031-02-01T00:00:00.100Z')).toBe(0);
  });

  it('is that of each month where two are asked for at the same time', async () => {
    await use('2031-01-01', 5);
    await use('2031-02-01', 1);
    const told = [costAt('2031-01-31T23:59:59.999Z'), costAt('2031-02-01T00:00:00.000Z')];
    expect(await Promise.all(told)).toEqual([5, 1]);
    expect(await costAt('2031-02-01T00:00:00.001Z')).toBe(1);
  });

  it('is read again before the first of many requests after a pause', async () => {
    await costAt('2031-02-03T10:00:00.000Z');
    await use('2031-02-01', 5);
    expect(await costAt('2031-02-03T13:00:00.000Z')).toBe(5);
  });

  it('is read again when the clock was set back', async () => {
    await costAt('2031-02-03T10:00:00.000Z');
    await use('2031-02-01', 5);
    expect(await costAt('2031-02-03T09:00:00.000Z')).toBe(5);
  });

  it('is returned at once under successive requests, and follows within seconds', async () => {
    await costAt('2031-02-03T10:00:00.000Z');
    await use('2031-02-01', 5);
    expect(await costAt('2031-02-03T10:00:01.000Z')).toBe(0);
    time.at = '2031-02-03T10:00:03.000Z';
    expect(cost.of(accountId)).toMatchObject({ usd: 0 });
    await eventually(async () => expect(cost.of(accountId)).toMatchObject({ usd: 5 }));
  });
});
