import type { Pool } from 'pg';

export interface RunPartition {
  /** First day of its month, UTC. */
  readonly month: string;
  readonly bytes: number;
}

/**
 * The monthly partitions of run events, of their blobs and of the read models that lie beside them. A stream lies in the month of its version 7 id, so the unique
 * rule on (stream, version) holds inside a partition, and retention drops a partition instead of deleting rows.
 */
export class RunPartitions {
  /** `beside` names tables of rows of runs, partitioned by the id of the run. */
  constructor(
    private readonly pool: Pool,
    private readonly beside: readonly string[] = [],
  ) {}

  /**
   * Creates what is missing for the month of `now`, for `ahead` more, and beside every month that has events. Safe to call from several
   * processes at once.
   */
  async ensure(now: Date, ahead = 2): Promise<void> {
    for (let month = 0; month <= ahead; month += 1) await this.#create(firstOfMonth(now, month));
    if (this.beside.length === 0) return;
    for (const { month } of await this.list()) await this.#create(new Date(month));
  }

  async list(): Promise<RunPartition[]> {
    const { rows } = await this.pool.query<{ month: string; bytes: string }>(
      `select to_date(right(c.relname, 6), 'YYYYMM')::text as month, pg_total_relation_size(c.oid) as bytes
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'run_event'::regclass and c.relname ~ '^run_event_[0-9]{6}$' order by 1`,
    );
    return rows.map(({ month, bytes }) => ({ month, bytes: Number(bytes) }));
  }

  async #create(from: Date): Promise<void> {
    const suffix = partitionSuffix(from.toISOString());
    const to = firstOfMonth(from, 1);
    const parts = ['run_event', 'blob', ...this.beside].map((table) => `${table}_${suffix}`);
    const missing = await this.pool.query('select 1 from unnest($1::text[]) part where to_regclass(part) is null', [parts]);
    if (missing.rowCount === 0) return;
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(hashtext('run_partitions'))`);
      for (const table of ['run_event', ...this.beside]) {
        await client.query(
          `create table if not exists ${table}_${suffix} partition of ${table} for values from ('${lowestId(from)}') to ('${lowestId(to)}')`,
        );
      }
      await client.query(
        `create table if not exists blob_${suffix} partition of blob for values from ('${from.toISOString().slice(0, 10)}') to ('${to.toISOString().slice(0, 10)}')`,
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
}

/** How the partitions of a month are called, behind the names of their tables: `202601`. Any day of the month, in ISO 8601. */
export function partitionSuffix(day: string): string {
  return day.slice(0, 7).replace('-', '');
}

function firstOfMonth(date: Date, offset: number): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1));
}

/** The lowest version 7 UUID of a moment, as far as ordering goes. */
export function lowestId(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
