import type { Pool } from 'pg';
import { ownerLockClass } from './owner-session.js';

/** The position of an item in the queue. Times are ISO 8601. */
export interface WorkStanding {
  /** Since when the item may be claimed. */
  readonly dueAt: string;
  /** The process that works on it; null while it waits. */
  readonly owner: number | null;
  /** Whether that process holds its lock, and the lease has not expired. */
  readonly isOwnerAlive: boolean;
  readonly leaseUntil: string | null;
  readonly attempts: number;
  /** It waits until other runs of its account or workflow have ended. */
  readonly waitsForRoom: boolean;
  /** How many items are claimed before it, and how many have an owner. Each is counted up to 10,000. */
  readonly ahead: number;
  readonly beingDone: number;
}

interface Row {
  readonly due_at: Date;
  readonly owner: number | null;
  readonly alive: boolean;
  readonly lease_until: Date | null;
  readonly attempts: number;
  readonly waits_for_room: boolean;
  readonly ahead: number;
  readonly being_done: number;
}

const most = 10_000;

/** The position of one of these items that is in the queue; undefined when none is. */
export async function workStanding(pool: Pool, ids: readonly string[]): Promise<WorkStanding | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'work_standing',
    text: `select w.due_at, w.owner, w.lease_until, w.attempts, w.waits_for_room,
        coalesce(w.lease_until >= now(), false) and exists (
          select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = ${ownerLockClass} and l.objid = w.owner::oid
          and l.database = (select oid from pg_database where datname = current_database())) as alive,
        (select count(*)::int from (select 1 from work_item o where o.owner is null and o.due_at <= now()
          and (o.priority > w.priority or (o.priority = w.priority and (o.turn, o.id) < (w.turn, w.id))) limit ${most}) before) as ahead,
        (select count(*)::int from (select 1 from work_item o where o.owner is not null limit ${most}) held) as being_done
      from work_item w where w.id = any($1::uuid[]) limit 1`,
    values: [ids],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    dueAt: row.due_at.toISOString(),
    owner: row.owner,
    isOwnerAlive: row.alive,
    leaseUntil: row.lease_until?.toISOString() ?? null,
    attempts: row.attempts,
    waitsForRoom: row.waits_for_room,
    ahead: row.ahead,
    beingDone: row.being_done,
  };
}
