import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '#ledger/database/connect.js';
import { MemoryBuckets } from '#edge/throttle/memory-buckets.js';
import { PostgresBuckets } from '#edge/throttle/postgres-buckets.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let pool: Pool;
let buckets: PostgresBuckets;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.connectionString, 8);
  buckets = new PostgresBuckets(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

function limiter(): RateLimiter {
  return new RateLimiter({ store: buckets, now: Date.now, tick: () => performance.now() });
}

async function age(key: string, ms: number): Promise<void> {
  await pool.query(`update rate_bucket set refilled_at = refilled_at - $2 * interval '1 ms' where key = $1`, [key, ms]);
}

describe('buckets in PostgreSQL', () => {
  it('hand out what the mathematics of buckets says', async () => {
    let nowMs = 0;
    const memory = new MemoryBuckets(() => nowMs);
    const steps = [
      { asked: 1, returned: 0, share: 4, rate: 50, waitMs: 0 },
      { asked: 60, returned: 3, share: 16, rate: 50, waitMs: 0 },
      { asked: 9, returned: 0, share: 16, rate: 50, waitMs: 60_000 },
      { asked: 0, returned: 500, share: 1, rate: 50, waitMs: 0 },
      { asked: 99, returned: 0, share: 16, rate: 50, waitMs: 0 },
      { asked: 5, returned: 0, share: 16, rate: 50, waitMs: 0 },
      { asked: 5, returned: 0, share: 16, rate: 50, waitMs: 150_000 },
      { asked: 5, returned: 0, share: 16, rate: 150, waitMs: 0 },
      { asked: 5, returned: 0, share: 16, rate: 30, waitMs: 0 },
      { asked: 70, returned: 0, share: 16, rate: 30, waitMs: 3_600_000 },
      { asked: 200, returned: 0, share: 16, rate: 150, waitMs: 0 },
      { asked: 5, returned: 0, share: 16, rate: 30, waitMs: 0 },
      { asked: 1, returned: 7, share: 1, rate: 30, waitMs: 30_000 },
      { asked: 9, returned: 0, share: 1, rate: 150, waitMs: 0 },
      { asked: 5, returned: 0, share: 16, rate: 30, waitMs: 61_000 },
      { asked: 5, returned: 0, share: 16, rate: 30, waitMs: 61_000 },
    ];
    for (const { rate, waitMs, ...request } of steps) {
      nowMs += waitMs;
      await age('same', waitMs);
      const bucket = { key: 'same', ratePerMinute: rate };
      const [{ granted, left }, expected] = [await buckets.lend(bucket, request), await memory.lend(bucket, request)];
      expect({ granted, left }).toEqual({ granted: expected.granted, left: expected.left });
      expect((await buckets.look(bucket)).left).toBe(expected.left);
    }
  });

  it('make no tokens while processes know one of them by different rates', async () => {
    let taken = 0;
    for (let turn = 0; turn < 10; turn += 1) {
      const bucket = { key: 'turns', ratePerMinute: turn % 2 === 0 ? 150 : 50 };
      taken += (await buckets.lend(bucket, { asked: 120, returned: 0, share: 1 })).granted;
    }
    expect(taken).toBe(300);
  });

  it('get their next tokens within a minute when the clock of the database was set back', async () => {
    const bucket = { key: 'back in time', ratePerMinute: 5 };
    await buckets.lend(bucket, { asked: 10, returned: 0, share: 1 });
    await age(bucket.key, -3_600_000);
    expect((await buckets.look(bucket)).resetInMs).toBeLessThanOrEqual(60_000);
    const { granted, resetInMs } = await buckets.lend(bucket, { asked: 1, returned: 0, share: 1 });
    expect([granted, resetInMs <= 60_000]).toEqual([0, true]);
    await age(bucket.key, 60_000);
    expect((await buckets.lend(bucket, { asked: 9, returned: 0, share: 1 })).granted).toBe(5);
  });

  it('are full and not stored before a token is taken from them', async () => {
    expect(await buckets.look({ key: 'unused', ratePerMinute: 7 })).toMatchObject({ granted: 0, left: 14, resetInMs: 60_000 });
    const { rows } = await pool.query(`select 1 from rate_bucket where key = 'unused'`);
    expect(rows).toEqual([]);
  });

  it('forget what has long been full again', async () => {
    await buckets.lend({ key: 'old', ratePerMinute: 5 }, { asked: 1, returned: 0, share: 1 });
    await age('old', 3_700_000);
    await buckets.forgetOld();
    const { rows } = await pool.query(`select 1 from rate_bucket where key = 'old'`);
    expect(rows).toEqual([]);
  });

  it('never give out more than they hold to several processes at once (AC-79)', async () => {
    const bucket = { key: 'edge', ratePerMinute: 100 };
    const processes = [limiter(), limiter(), limiter()];
    const all = Array.from({ length: 900 }, async (_, index) => processes[index % 3]?.take(bucket));
    const standings = await Promise.all(all);
    expect(standings.filter((standing) => standing?.isAllowed === true)).toHaveLength(200);
    expect(new Set(standings.map((standing) => standing?.resetAtMs)).size).toBe(1);
  });

  it('get back what a process has not used', async () => {
    const bucket = { key: 'back', ratePerMinute: 100 };
    const process = limiter();
    await process.take(bucket);
    await process.close();
    expect((await buckets.look(bucket)).left).toBe(199);
  });
});
