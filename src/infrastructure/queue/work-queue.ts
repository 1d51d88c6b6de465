import type { Pool } from 'pg';
import type { Write } from '#infrastructure/projections/read-model.js';
import { FairTurns, turnMs } from './fair-turns.js';
import { ownerLockClass } from './owner-session.js';
import { timer } from './timer.js';
import { workItem, type WorkItem } from './work-item.js';

export interface NewWork {
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string;
  readonly streamId: string;
  readonly priority?: number;
}

interface WorkItemRow {
  readonly id: string;
  readonly kind: string;
  readonly workspace_id: string;
  readonly stream_id: string;
  readonly priority: number;
  readonly turn: string;
  readonly due_at: Date;
  readonly owner: number | null;
  readonly fence: string;
  readonly lease_until: Date | null;
  readonly attempts: number;
}

/** Work that has lost its process this often is set aside. High, since most of it only stood beside what brought the process down. */
export const maxAttempts = 20;

const mostWokenAtOnce = 1_000;

/** Longer than three renewals, so that one lost renewal loses nothing. */
export const leaseMs = 10_000;
const lease = `interval '${leaseMs} ms'`;

/**
 * The queue of work. Items come and go as rows of the appends that cause and finish them; here they are claimed, kept and
 * freed. A claim raises the fence: whoever held the item before can write nothing any more.
 */
export class WorkQueue {
  readonly #turns = new FairTurns();

  constructor(private readonly pool: Pool) {}

  /**
   * The row of new work, to ride in the append that causes it; `fence` is that of the same work when it was done before. Tell `Signals`
   * afterwards.
   */
  add(work: NewWork, now: Date, fence = 0): Write {
    return workItem.add({ ...this.#row(work, now), fence });
  }

  /** The row of work that is to be done later. `fence` is that of the same work when it was done before. */
  schedule({ priority = 0, ...work }: NewWork, dueAt: Date, fence = 0): Write {
    return timer.put({ ...work, priority, fence, dueAt: dueAt.toISOString() });
  }

  /**
   * The row of work that this process is already doing: it is taken over by others only when this process is lost. `fence` is above
   * those of the same work when it was done before.
   */
  addHeld(work: NewWork, owner: number, now: Date, fence = 1): { write: Write; fence: number } {
    const held = { owner, fence, attempts: 1, leaseUntil: new Date(now.getTime() + leaseMs).toISOString() };
    return { write: workItem.add({ ...this.#row(work, now), ...held }), fence };
  }

  /** The row that gives held work back to whoever comes next, to ride in the append that says why. Tell `Signals` afterwards. */
  giveBack(id: string, now: Date): Write {
    return workItem.patch({ id, owner: null, leaseUntil: null, attempts: 1, dueAt: now.toISOString() });
  }

  /** Takes due items: by priority, then fairly between workspaces, then first come, first served. */
  async claim(owner: number, limit: number): Promise<WorkItem[]> {
    const { rows } = await this.pool.query<WorkItemRow>({
      name: 'claim_work',
      text: `with next as (
               select id from work_item where owner is null and due_at <= now()
               order by priority desc, turn, id limit $2 for update skip locked)
             update work_item w set owner = $1, fence = fence + 1, attempts = attempts + 1, lease_until = now() + ${lease}
             from next where w.id = next.id returning w.*`,
      values: [owner, limit],
    });
    return rows.map(toItem).toSorted((a, b) => b.priority - a.priority || a.turn - b.turn);
  }

  /**
   * Takes one item, wherever it stands and whoever holds it: its former holder can write nothing any more.
   * @returns its fence; undefined when the item is gone, with its work
   */
  async take(owner: number, id: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ fence: string }>({
      name: 'take_work',
      text: `update work_item set owner = $1, fence = fence + 1, lease_until = now() + ${lease} where id = $2 returning fence`,
      values: [owner, id],
    });
    return rows[0] === undefined ? undefined : Number(rows[0].fence);
  }

  /** The same for an item that waits for somebody. @returns undefined when it is gone, or somebody holds it */
  async takeWaiting(owner: number, id: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ fence: string }>({
      name: 'take_waiting_work',
      text: `update work_item set owner = $1, fence = fence + 1, lease_until = now() + ${lease} where id = $2 and owner is null returning fence`,
      values: [owner, id],
    });
    return rows[0] === undefined ? undefined : Number(rows[0].fence);
  }

  /**
   * Makes work of the timers that are due, the longest overdue first; of one workspace in the order in which they are due, behind what it
   * has waiting already. One process does so at a time, since two would not see what the other puts in line. @returns how many, at
   * most a thousand
   */
  async wake(): Promise<number> {
    const { rowCount } = await this.pool.query({
      name: 'wake_timers',
      text: `with due as (
               delete from timer where id in (
                 select id from timer where due_at <= now() and (select pg_try_advisory_xact_lock(hashtext('wake_timers')))
                 order by due_at, id limit ${mostWokenAtOnce} for update skip locked)
               returning *),
             placed as (select *, row_number() over (partition by workspace_id order by due_at, id) as place from due),
             line as (
               select workspace_id, max(turn) as latest from work_item
               where owner is null and workspace_id in (select workspace_id from due) group by workspace_id)
             insert into work_item (id, kind, workspace_id, stream_id, priority, turn, due_at, owner, fence, lease_until, attempts)
             select id, kind, workspace_id, stream_id, priority,
               greatest(floor(extract(epoch from now()) * 1000), latest) + ${turnMs} * place, due_at, null, fence + 1, null, 1
             from placed left join line using (workspace_id)
             on conflict (id) do nothing`,
    });
    return rowCount ?? 0;
  }

  /** Prolongs the leases of `ids`. @returns those that are still held */
  async renew(owner: number, ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'renew_work',
      text: `update work_item set lease_until = now() + ${lease} where owner = $1 and id = any($2) returning id`,
      values: [owner, ids],
    });
    return rows.map(({ id }) => id);
  }

  /** What the database says that `owner` holds. */
  async owned(owner: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>('select id from work_item where owner = $1', [owner]);
    return rows.map(({ id }) => id);
  }

  /** Gives items back to whoever comes next. */
  async release(owner: number, ids: readonly string[]): Promise<void> {
    await this.pool.query(
      `update work_item set owner = null, lease_until = null, attempts = greatest(attempts - 1, 1) where owner = $1 and id = any($2)`,
      [owner, ids],
    );
  }

  /**
   * Frees items whose lease has run out or whose owner's session is gone. Those that have lost several processes come back ever
   * later, so that one which takes its process down leaves the others time to finish. @returns how many
   */
  async sweep(): Promise<number> {
    const { rowCount } = await this.pool.query({
      name: 'sweep_work',
      text: `update work_item w set owner = null, lease_until = null,
               due_at = case when attempts < 4 then due_at else now() + least(5000, 100 * 2 ^ least(attempts - 4, 10)) * interval '1 ms' end
             where owner is not null and (lease_until < now() or not exists (
               select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = ${ownerLockClass} and l.objid = w.owner::oid
               and l.database = (select oid from pg_database where datname = current_database())))`,
    });
    return rowCount ?? 0;
  }

  /** How much waits, how much is being done, and how long the oldest due item has waited, in ms. */
  async depth(): Promise<{ waiting: number; running: number; oldestDueMs: number }> {
    const { rows } = await this.pool.query<{ waiting: number; running: number; oldest: number | null }>(
      `select count(*) filter (where owner is null)::int as waiting, count(*) filter (where owner is not null)::int as running,
         (extract(epoch from now() - min(due_at) filter (where owner is null)) * 1000)::float8 as oldest from work_item`,
    );
    const [row] = rows;
    return { waiting: row?.waiting ?? 0, running: row?.running ?? 0, oldestDueMs: Math.max(0, Math.round(row?.oldest ?? 0)) };
  }

  #row({ id, kind, workspaceId, streamId, priority = 0 }: NewWork, now: Date): WorkItem {
    const turn = this.#turns.next(workspaceId, now.getTime());
    const dueAt = now.toISOString();
    return { id, kind, workspaceId, streamId, priority, turn, dueAt, owner: null, fence: 0, leaseUntil: null, attempts: 0 };
  }
}

function toItem(row: WorkItemRow): WorkItem {
  return {
    id: row.id,
    kind: row.kind,
    workspaceId: row.workspace_id,
    streamId: row.stream_id,
    priority: row.priority,
    turn: Number(row.turn),
    dueAt: row.due_at.toISOString(),
    owner: row.owner,
    fence: Number(row.fence),
    leaseUntil: row.lease_until?.toISOString() ?? null,
    attempts: row.attempts,
  };
}
