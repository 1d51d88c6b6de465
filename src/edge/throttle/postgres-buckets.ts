import type { Pool } from 'pg';
import { fleeting, type Table } from '#ledger/rows/kept.js';
import { ownerLockClass } from '#ledger/work/owner-session.js';
import { BucketStore, type Bucket, type Loan, type LoanRequest } from './bucket-store.js';

interface LoanRow {
  readonly granted: number;
  readonly tokens: number;
  readonly reset_at: number;
  readonly reset_in: number;
}

/*
 * What `settle`, `tokensFor` and `loanOf` of token-bucket.ts do, with $2 the rate, $3 the returned tokens, $4 those asked for, $5 the share.
 * A statement that had to wait began before the one that it waited for. That alone does not mean that the clock was set back.
 */
const since = `case when b.refilled_at > now() + interval '1 second' then date_trunc('milliseconds', now()) else b.refilled_at end`;
const steps = `greatest(0, floor(extract(epoch from now() - ${since}) / 60))::bigint`;
const refilled = `least(2 * b.rate, b.tokens + $3::bigint + ${steps} * b.rate)`;
const forRate = (tokens: string): string => `${tokens} + 2 * ($2::bigint - b.rate)`;
const free = `greatest(0, ${forRate(refilled)})`;
const loan = (tokens: string): string =>
  `case when $4::bigint = 0 then 0 else least(${tokens}, greatest($4::bigint, (${tokens}) / $5::bigint)) end`;
const full = '2 * $2::bigint';
const refilledAtMs = 'floor(extract(epoch from b.refilled_at) * 1000)::float8';
const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::float8';
const left = `greatest(0, ${forRate('b.tokens')})::float8 as tokens`;
const columns = `b.granted::float8, ${left}, ${refilledAtMs} + 60000 as reset_at, ${refilledAtMs} + 60000 - ${nowMs} as reset_in`;

export const rateBucketTable: Table = { table: 'rate_bucket', kept: fleeting('a bucket that is full again is deleted') };

/**
 * Buckets that all processes of a database take from: a row each, changed in one statement, by the clock of the database. The table is
 * not logged, so a loan does not wait for the disk; after a crash of the database every bucket is full.
 */
export class PostgresBuckets extends BucketStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  async lend({ key, ratePerMinute }: Bucket, { asked, returned, share }: LoanRequest): Promise<Loan> {
    const { rows } = await this.pool.query<LoanRow>({
      name: 'lend_tokens',
      text: `insert into rate_bucket as b (key, rate, tokens, granted, refilled_at)
             values ($1, $2::bigint, ${full} - (${loan(full)}), ${loan(full)}, date_trunc('milliseconds', now()))
             on conflict (key) do update set rate = case when ${forRate(refilled)} < 0 then b.rate else $2::bigint end,
               tokens = case when ${forRate(refilled)} < 0 then ${refilled} else ${free} - (${loan(free)}) end,
               granted = ${loan(free)}, refilled_at = ${since} + ${steps} * interval '1 minute'
             returning ${columns}`,
      values: [key, ratePerMinute, returned, asked, share],
    });
    return toLoan(rows[0], ratePerMinute);
  }

  async look({ key, ratePerMinute }: Bucket): Promise<Loan> {
    const { rows } = await this.pool.query<LoanRow>({
      name: 'look_into_bucket',
      text: `select ${columns} from (
               select 0 as granted, b.rate, ${refilled} as tokens, ${since} + ${steps} * interval '1 minute' as refilled_at
               from rate_bucket b where b.key = $1) b`,
      values: [key, ratePerMinute, 0],
    });
    return toLoan(rows[0], ratePerMinute);
  }

  /** Each process, workers included, holds a separate lock that shows that it is alive. */
  async processes(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'count_processes',
      text: `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = ${ownerLockClass} and granted
               and database = (select oid from pg_database where datname = current_database())`,
    });
    return Math.max(1, rows[0]?.count ?? 1);
  }

  /** Removes buckets that have long been full again. */
  async forgetOld(): Promise<void> {
    await this.pool.query(`delete from rate_bucket where refilled_at < now() - interval '1 hour'`);
  }
}

function toLoan(row: LoanRow | undefined, ratePerMinute: number): Loan {
  if (row === undefined) return { granted: 0, left: 2 * ratePerMinute, resetAtMs: Number.NaN, resetInMs: 60_000 };
  return { granted: row.granted, left: row.tokens, resetAtMs: row.reset_at, resetInMs: row.reset_in };
}
