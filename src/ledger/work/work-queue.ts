import type { Pool } from 'pg';
import type { Write } from '#ledger/rows/read-model.js';
import type { QuietSign } from '#ledger/signals/quiet-signs.js';
import { FairTurns, turnMs } from './fair-turns.js';
import { calmMs, sweepLostWork, Trials } from './lost-work.js';
import { livingOwners } from './owner-session.js';
import type { RunRoom } from './rooms/run-room.js';
import { timer } from './timer.js';
import { workItem, type NewWorkItem, type WorkItem } from './work-item.js';

export interface NewWork {
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string;
  readonly streamId: string;
  readonly priority?: number;
  /** Present for work on a run: who pays for it, and of which workflow it is. */
  readonly run?: { readonly accountId: string; readonly workflowId: string };
  /** Whether it waits while the plan of the account admits no further runs. */
  readonly waitsForRoom?: boolean;
}

interface WorkItemRow {
  readonly id: string;
  readonly kind: string;
  readonly workspace_id: string;
  readonly stream_id: string;
  readonly account_id: string | null;
  readonly workflow_id: string | null;
  readonly waits_for_room: boolean;
  readonly priority: number;
  readonly turn: string;
  readonly due_at: Date;
  readonly owner: number | null;
  readonly fence: string;
  readonly lease_until: Date | null;
  readonly attempts: number;
  readonly deaths?: number;
}

/** Work that has been claimed this often is set aside. High, since most of it only ran beside the work that ended the process. */
export const maxAttempts = 20;

/** Work that explains the end of this many processes is set aside. */
export const maxDeaths = 2;

/** An item that this process has just claimed. */
export interface ClaimedItem extends WorkItem {
  /** How many processes ended while they worked on this item, and nothing else explains their end. */
  readonly deaths: number;
}

const mostWokenAtOnce = 1_000;

/** Longer than three renewals, so that one lost renewal loses nothing. */
export const leaseMs = 10_000;
const lease = `interval '${leaseMs} ms'`;

/** There is no work, and no timer is due. Work in progress may lose its process, which only a round of the worker finds. */
export const workSign: QuietSign = {
  isWaiting: 'exists (select from work_item) or exists (select from work_suspect)',
  dueMs: '(select extract(epoch from min(due_at) - clock_timestamp()) * 1000 from timer)',
};

/** What a worker would do something about. */
export interface Ready {
  /** Items to claim, also such that wait for room. */
  readonly work: boolean;
  /** Items that have lost their process, now or before. */
  readonly lostWork: boolean;
  /** Timers that are due. */
  readonly timers: boolean;
}

/** A row of the claim: an item, or nulls when there was none to claim. */
type ClaimRow = (WorkItemRow | { readonly id: null }) & { readonly some_wait: boolean };

/**
 * The queue of work. Appends insert the items that they cause and delete the items that they finish. This class claims items, renews their
 * leases and frees them. A claim raises the fence: the former owner can no longer write.
 */
export class WorkQueue {
  readonly #turns = new FairTurns();
  #room: RunRoom | undefined;
  readonly #trials: Trials;
  /** Whether work was seen lately that waits for room, or that has lost a process. */
  #someWait = false;
  #someAreLost = false;

  /** `calm` is how long processes must live without an item, in ms, before two losses are blamed on it. */
  constructor(
    private readonly pool: Pool,
    private readonly calm = calmMs,
  ) {
    this.#trials = new Trials(pool, calm);
  }

  /** From now on claims skip work for which `room` has none. */
  limitBy(room: RunRoom): void {
    this.#room = room;
  }

  /**
   * The row of new work, to be part of the append that causes it; `fence` is that of the same work when it was done before. Tell `Signals`
   * afterwards.
   */
  add(work: NewWork, now: Date, fence = 0): Write {
    return workItem.add({ ...this.#row(work, now), fence });
  }

  /** The row of work that is to be done later. `fence` is that of the same work when it was done before. */
  schedule({ id, kind, workspaceId, streamId, priority = 0, run }: NewWork, dueAt: Date, fence = 0): Write {
    return timer.put({ id, kind, workspaceId, streamId, ...ofRun(run), priority, fence, dueAt: dueAt.toISOString() });
  }

  /**
   * The row of work that this process is already doing: it is taken over by others only when this process is lost. `fence` is above
   * those of the same work when it was done before.
   */
  addHeld(work: NewWork, owner: number, now: Date, fence = 1): { write: Write; fence: number } {
    const held = { owner, fence, attempts: 1, leaseUntil: leaseMs };
    return { write: workItem.add({ ...this.#row(work, now), ...held }), fence };
  }

  /** The row that frees held work, to be part of the append that says why. Tell `Signals` afterwards. */
  giveBack(id: string): Write {
    return workItem.patch({ id, owner: null, leaseUntil: null, attempts: 1, dueAt: 0 });
  }

  /** One statement instead of the three of a sweep, a wake and a claim, which find nothing most of the time. */
  async look(): Promise<Ready> {
    const { rows } = await this.pool.query<Ready>({
      name: 'look_for_work',
      // Two conditions, since each has an index: the table is long for a while after much work.
      text: `select exists (select from work_item where owner is null and not waits_for_room and due_at <= now())
                 or exists (select from work_item where owner is null and waits_for_room) as work,
               exists (select from work_suspect) or exists (
                 select from work_item where owner is not null and (lease_until < now() or owner not in ${livingOwners})) as "lostWork",
               exists (select from timer where due_at <= now()) as timers`,
    });
    return rows[0] ?? { work: true, lostWork: true, timers: true };
  }

  /**
   * Claims due items: by priority, then fairly between workspaces, then first come, first served. Work that waits for room is left while
   * there is none, and does not delay other work. Of the work that may have ended its process, one item is claimed at a time.
   */
  async claim(owner: number, limit: number): Promise<ClaimedItem[]> {
    const tried = this.#someAreLost ? (await this.#trials.claim<WorkItemRow>(owner, lease)).map(toItem) : [];
    if (tried.length === limit) return tried;
    const left = limit - tried.length;
    const items = await (this.#someWait ? this.#claimWithRoom(owner, left) : this.#claimFree(owner, left));
    return [...tried, ...items].toSorted((a, b) => b.priority - a.priority || a.turn - b.turn);
  }

  async #claimFree(owner: number, limit: number): Promise<ClaimedItem[]> {
    const { rows } = await this.pool.query<ClaimRow>({
      name: 'claim_work',
      text: `with next as (
               select id from work_item where owner is null and not waits_for_room and due_at <= now()
               order by priority desc, turn, id limit $2 for update skip locked),
             claimed as (
               update work_item w set owner = $1, fence = fence + 1, attempts = attempts + 1, lease_until = now() + ${lease}
               from next where w.id = next.id returning w.*)
             select c.*, exists (select 1 from work_item where owner is null and waits_for_room) as some_wait
             from (values (1)) one left join claimed c on true`,
      values: [owner, limit],
    });
    const items = rows.flatMap((row) => (row.id === null ? [] : [toItem(row)]));
    this.#someWait = this.#room !== undefined && rows[0]?.some_wait === true;
    return this.#someWait && items.length < limit ? [...items, ...(await this.#claimWithRoom(owner, limit - items.length))] : items;
  }

  /** One process at a time, since two would not see what the other takes. */
  async #claimWithRoom(owner: number, limit: number): Promise<ClaimedItem[]> {
    const accounts = await this.#waitingAccounts();
    if (this.#room === undefined || accounts.length === 0) {
      this.#someWait = false;
      return this.#claimFree(owner, limit);
    }
    const limits = await this.#room.of(accounts);
    const { rows } = await this.pool.query<WorkItemRow>({
      name: 'claim_with_room',
      text: `select * from claim_work_with_room($1, $2, $3::uuid[], $4::int[], $5::int[], ${lease})`,
      values: [owner, limit, accounts, accounts.map((id) => limits.get(id)?.ofAccount), accounts.map((id) => limits.get(id)?.ofWorkflow)],
    });
    return rows.map(toItem);
  }

  /** Jumps from account to account in the index: there may be a hundred thousand items of one account. */
  async #waitingAccounts(): Promise<string[]> {
    const { rows } = await this.pool.query<{ account_id: string }>({
      name: 'waiting_accounts',
      text: `with recursive waiting as (
               (select account_id from work_item where owner is null and waits_for_room order by account_id limit 1)
               union all
               select (select w.account_id from work_item w where w.owner is null and w.waits_for_room and w.account_id > waiting.account_id
                       order by w.account_id limit 1) from waiting where waiting.account_id is not null)
             select account_id from waiting where account_id is not null`,
    });
    return rows.map((row) => row.account_id);
  }

  /**
   * Takes over one item, at any position in the queue and from any owner. The former owner can no longer write.
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

  /** The same for an item without an owner. @returns undefined when it is gone, or has an owner */
  async takeWaiting(owner: number, id: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ fence: string }>({
      name: 'take_waiting_work',
      text: `update work_item set owner = $1, fence = fence + 1, lease_until = now() + ${lease} where id = $2 and owner is null returning fence`,
      values: [owner, id],
    });
    return rows[0] === undefined ? undefined : Number(rows[0].fence);
  }

  /**
   * Turns timers that are due into items, the longest overdue first. Those of one workspace keep the order in which they are due, behind its
   * waiting items. One process does so at a time, since two would not see what the other inserts. @returns how many, at
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
             insert into work_item (id, kind, workspace_id, stream_id, account_id, workflow_id, priority, turn, due_at, owner, fence, lease_until, attempts)
             select id, kind, workspace_id, stream_id, account_id, workflow_id, priority,
               greatest(floor(extract(epoch from now()) * 1000), latest) + ${turnMs} * place, due_at, null, fence + 1, null, 1
             from placed left join line using (workspace_id)
             on conflict (id) do nothing`,
    });
    return rowCount ?? 0;
  }

  /** The timers of a workspace that are for one kind of work become due in `inMs`, unless they are due before. */
  async hasten(workspaceId: string, kind: string, inMs: number): Promise<void> {
    await this.pool.query(
      `update timer set due_at = now() + make_interval(secs => $3::float8 / 1000)
       where workspace_id = $1 and kind = $2 and due_at > now() + make_interval(secs => $3::float8 / 1000)`,
      [workspaceId, kind, inMs],
    );
  }

  /** The streams of the runs of a workflow that wait in the queue, are held or have a timer. */
  async runsOf(workflowId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select stream_id as id from work_item where workflow_id = $1 union select stream_id from timer where workflow_id = $1`,
      [workflowId],
    );
    return rows.map(({ id }) => id);
  }

  /** Extends the leases of `ids`. @returns those that are still held */
  async renew(owner: number, ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'renew_work',
      text: `update work_item set lease_until = now() + ${lease} where owner = $1 and id = any($2) returning id`,
      values: [owner, ids],
    });
    return rows.map(({ id }) => id);
  }

  /** The items of `owner` in the database. */
  async owned(owner: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>('select id from work_item where owner = $1', [owner]);
    return rows.map(({ id }) => id);
  }

  /** Frees items, so that any process may claim them after `pauseMs`. This attempt does not count: it has not lost its process. */
  async release(owner: number, ids: readonly string[], pauseMs = 0): Promise<void> {
    await this.pool.query(
      `update work_item set owner = null, lease_until = null, attempts = greatest(attempts - 1, 1),
         due_at = greatest(due_at, now() + nullif($3, 0) * interval '1 ms')
       where owner = $1 and id = any($2)`,
      [owner, ids, pauseMs],
    );
  }

  /** Frees items whose lease has expired or whose owner's session is gone, see `lost-work.ts`. @returns how many */
  async sweep(): Promise<number> {
    await this.#trials.end();
    const { freed, some } = await sweepLostWork(this.pool, this.calm);
    this.#someAreLost = some;
    return freed;
  }

  /** The work has made progress since the process before was lost: only the latest loss counts against it. */
  async pardon(id: string): Promise<void> {
    await this.pool.query('update work_suspect set blamed_on = blamed_on[cardinality(blamed_on):] where item_id = $1', [id]);
  }

  /** How much waits, how much is being done, and how long the oldest due item has waited that does not wait for room, in ms. */
  async depth(): Promise<{ waiting: number; running: number; oldestDueMs: number }> {
    const { rows } = await this.pool.query<{ waiting: number; running: number; oldest: number | null }>(
      `select count(*) filter (where owner is null)::int as waiting, count(*) filter (where owner is not null)::int as running,
         (extract(epoch from now() - min(due_at) filter (where owner is null and not waits_for_room)) * 1000)::float8 as oldest from work_item`,
    );
    const [row] = rows;
    return { waiting: row?.waiting ?? 0, running: row?.running ?? 0, oldestDueMs: Math.max(0, Math.round(row?.oldest ?? 0)) };
  }

  #row({ id, kind, workspaceId, streamId, priority = 0, run, waitsForRoom = false }: NewWork, now: Date): NewWorkItem {
    const turn = this.#turns.next(workspaceId, now.getTime());
    const names = { id, kind, workspaceId, streamId, ...ofRun(run), waitsForRoom };
    return { ...names, priority, turn, dueAt: 0, owner: null, fence: 0, leaseUntil: null, attempts: 0 };
  }
}

function ofRun(run: NewWork['run']): Pick<WorkItem, 'accountId' | 'workflowId'> {
  return { accountId: run?.accountId ?? null, workflowId: run?.workflowId ?? null };
}

function toItem(row: WorkItemRow): ClaimedItem {
  return {
    id: row.id,
    kind: row.kind,
    workspaceId: row.workspace_id,
    streamId: row.stream_id,
    accountId: row.account_id,
    workflowId: row.workflow_id,
    waitsForRoom: row.waits_for_room,
    priority: row.priority,
    turn: Number(row.turn),
    dueAt: row.due_at.toISOString(),
    owner: row.owner,
    fence: Number(row.fence),
    leaseUntil: row.lease_until?.toISOString() ?? null,
    attempts: row.attempts,
    deaths: row.deaths ?? 0,
  };
}
