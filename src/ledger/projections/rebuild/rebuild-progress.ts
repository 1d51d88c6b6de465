import type { ClientBase, Pool } from 'pg';
import { feedStart, type FeedPosition } from '../event-feed.js';
import type { Projection } from '#ledger/rows/projection.js';

/** How far a rebuild has come. */
export interface RebuildProgress {
  readonly name: string;
  readonly version: number;
  readonly events: number;
  /** How many events existed when it began. */
  readonly total: number;
  /** How long the rebuild has worked, and its estimated rest; null while there is no estimate. Milliseconds. */
  readonly elapsedMs: number;
  readonly remainingMs: number | null;
  /** Whether a process works on it. An interrupted rebuild is continued or restarted. */
  readonly running: boolean;
}

/** Where a rebuild continues. */
export interface RebuildPlace extends FeedPosition {
  readonly events: number;
}

/** First half of the advisory lock of a rebuild; the second is the name of its projection. */
const lockClass = `hashtext('rebuild')`;

export async function tryRebuildLock(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${lockClass}, hashtext($1)) as locked`, [name]);
  return rows[0]?.locked === true;
}

/** Waits as long as it takes. */
export async function awaitRebuildLock(client: ClientBase, name: string): Promise<void> {
  await client.query('set lock_timeout = 0');
  await client.query(`select pg_advisory_lock(${lockClass}, hashtext($1))`, [name]);
  await client.query('reset lock_timeout');
}

/** Waits until no process deletes runs whose retention period is over, and then prevents it. */
export async function keepMonths(client: ClientBase): Promise<void> {
  await client.query('set lock_timeout = 0');
  await client.query(`select pg_advisory_lock_shared(hashtext('run_months'))`);
  await client.query('reset lock_timeout');
}

/** Allows the deletion of runs again. */
export async function releaseMonths(client: ClientBase): Promise<void> {
  await client.query(`select pg_advisory_unlock_shared(hashtext('run_months'))`);
}

/** Notes that a rebuild begins from the first event. */
export async function beginProgress(client: ClientBase, { name, version }: Projection): Promise<RebuildPlace> {
  await client.query(
    `insert into projection_rebuild (name, version, tx, pos, events, total, started_at, updated_at)
     select $1, $2, '0', 0, 0, (select count(*) from run_event) + (select count(*) from ledger_event), now(), now()
     on conflict (name) do update set version = excluded.version, tx = excluded.tx, pos = excluded.pos, events = excluded.events,
       total = excluded.total, started_at = excluded.started_at, updated_at = excluded.updated_at`,
    [name, version],
  );
  return { ...feedStart, events: 0 };
}

/**
 * The place at which an interrupted rebuild of this version continues. Undefined when there is none, and when runs were deleted since it
 * began: the shadows still hold their rows, and no later step would remove them.
 */
export async function interruptedPlace(client: ClientBase, { name, version }: Projection): Promise<RebuildPlace | undefined> {
  const { rows } = await client.query<FeedPosition & { events: string }>(
    `select tx, pos, events from projection_rebuild p where name = $1 and version = $2
     and not exists (select 1 from retention_month m where m.swept_at >= p.started_at)`,
    [name, version],
  );
  const [row] = rows;
  return row === undefined ? undefined : { ...row, events: Number(row.events) };
}

export async function endProgress(client: ClientBase, { name }: Projection): Promise<void> {
  await client.query('delete from projection_rebuild where name = $1', [name]);
}

interface ProgressRow {
  readonly name: string;
  readonly version: number;
  readonly events: string;
  readonly total: string;
  readonly elapsed: number;
  readonly running: boolean;
}

/** The rebuilds that are under way or were interrupted. */
export async function rebuildsUnderWay(pool: Pool): Promise<readonly RebuildProgress[]> {
  const { rows } = await pool.query<ProgressRow>(
    `select name, version, events, total, (extract(epoch from updated_at - started_at) * 1000)::float8 as elapsed,
       exists (select 1 from pg_locks l where l.locktype = 'advisory' and l.granted and l.classid = ${lockClass}::oid and l.objid = hashtext(name)::oid
         and l.database = (select oid from pg_database where datname = current_database())) as running
     from projection_rebuild order by name`,
  );
  return rows.map(({ elapsed: elapsedMs, ...row }) => {
    const [events, total] = [Number(row.events), Math.max(Number(row.total), Number(row.events))];
    const remainingMs = events === 0 || elapsedMs === 0 ? null : Math.round((elapsedMs / events) * (total - events));
    return { ...row, events, total, elapsedMs: Math.round(elapsedMs), remainingMs };
  });
}
