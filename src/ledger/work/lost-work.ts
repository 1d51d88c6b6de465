import type { Pool } from 'pg';
import { ownerLockClass } from './owner-session.js';

/*
 * An item that loses its process may have ended it. `work_suspect` has a row for each item that has lost one:
 * - `losses`: how many processes it has lost.
 * - `blamed_on`: the owners among them whose loss nothing else explains: the process worked on this item alone, or the item was on trial.
 * - `on_trial`: the item is a suspect and was claimed less than `trialMs` ago.
 * - `not_before`: when its trial may begin.
 * A suspect has lost two processes, or one that nothing else explains. Each process tries one suspect at a time.
 * An item with two such losses waits for `calmMs`. If processes end meanwhile, without the item, then it did not end the former ones either:
 * they are killed from outside, and nothing is blamed on the item any more.
 */

/** An item whose process is lost this long after the item was claimed is not the only one to blame. */
const trialMs = 10_000;

/** How long processes must live without an item before two losses are blamed on it. Longer than a trial and a start together. */
export const calmMs = 20_000;

/** How long a process lives before it tries an item that has lost two. Processes that are killed from outside, one after the other, try none. */
const settleMs = 3_000;

/** A suspect is claimed by `Trials.claim`. This is for the case that no process does so. */
const aside = `interval '1 hour'`;

const isSuspect = (row: string): string => `(${row}.losses >= 2 or cardinality(${row}.blamed_on) > 0)`;

/** Whether the process with this owner number shows that it is alive. */
const isAlive = (owner: string): string => `exists (
  select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = ${ownerLockClass} and l.objid = (${owner})::oid
  and l.database = (select oid from pg_database where datname = current_database()))`;

/** Whether a process that lives now lived already at this moment. */
const livesSince = (moment: string): string => `exists (
  select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and l.classid = ${ownerLockClass}
  and l.database = (select oid from pg_database where datname = current_database()) and a.backend_start <= ${moment})`;

interface Swept {
  readonly freed: number;
  readonly some: boolean;
}

/**
 * Frees items whose lease has expired or whose owner's session is gone, and notes which of them may have ended their process. Items
 * that have lost several processes wait longer each time. @returns how many, and whether some items are noted
 */
export async function sweepLostWork(pool: Pool, calm = calmMs): Promise<Swept> {
  const { rows } = await pool.query<Swept>({
    name: `sweep_work_${calm}`,
    text: `with lost as (
        select w.id, w.owner as former, w.attempts from work_item w
        where w.owner is not null and (w.lease_until < now() or not ${isAlive('w.owner')}) for update of w skip locked),
      asked as (
        select l.id, l.former, coalesce(s.on_trial, false) as on_trial,
          (select count(*) from (select 1 from work_item o where o.owner = l.former limit 2) two) = 1 as was_alone,
          exists (select 1 from work_suspect t join work_item o on o.id = t.item_id where o.owner = l.former and t.on_trial) as has_trial
        from lost l left join work_suspect s on s.item_id = l.id),
      noted as (
        insert into work_suspect as s (item_id, losses, blamed_on, on_trial, not_before)
        select id, 1, case when on_trial or was_alone then array[former] else '{}' end, false, now()
        from asked where on_trial or not has_trial
        on conflict (item_id) do update set losses = s.losses + 1, blamed_on = s.blamed_on || excluded.blamed_on, on_trial = false,
          not_before = now() + case when cardinality(s.blamed_on || excluded.blamed_on) >= 2 then interval '${calm} ms' else interval '0' end
        returning s.item_id, ${isSuspect('s')} as is_suspect),
      cleared as (
        update work_suspect s set blamed_on = '{}' where cardinality(s.blamed_on) >= 2 and s.not_before > now()
        and exists (select 1 from lost) and s.item_id not in (select id from lost)),
      freed as (
        update work_item w set owner = null, lease_until = null, due_at = case
            when n.is_suspect then now() + ${aside}
            when l.attempts < 4 then w.due_at
            else now() + least(5000, 100 * 2 ^ least(l.attempts - 4, 10)) * interval '1 ms' end
        from lost l left join noted n on n.item_id = l.id where w.id = l.id returning w.id),
      ended as (
        delete from work_suspect s where not exists (select 1 from work_item w where w.id = s.item_id))
      select (select count(*)::int from freed) as freed, exists (select 1 from noted)
        or exists (select 1 from work_suspect s join work_item w on w.id = s.item_id) as some`,
  });
  return rows[0] ?? { freed: 0, some: false };
}

/** Claims suspects: one, unless the process tries another one already. */
export class Trials {
  #endsAt = Infinity;
  #owner = 0;
  readonly #beginsAt: number;

  constructor(
    private readonly pool: Pool,
    private readonly calm = calmMs,
  ) {
    this.#beginsAt = performance.now() + Math.min(settleMs, calm / 4);
  }

  /**
   * An item that is found to be none is due from now on, since all processes claim it again.
   * @returns the row of the item, with the number of lost processes that only it explains
   */
  async claim<Row>(owner: number, lease: string): Promise<(Row & { readonly deaths: number })[]> {
    const { rows } = await this.pool.query<Row & { readonly deaths: number }>({
      name: `claim_suspect_${this.calm}`,
      text: `with next as (
          select s.item_id from work_suspect s join work_item w on w.id = s.item_id
          where w.owner is null and s.not_before <= now() and ${isSuspect('s')} and (s.losses < 2 or $2) and not exists (
            select 1 from work_suspect t join work_item h on h.id = t.item_id where t.on_trial and h.owner = $1)
          order by cardinality(s.blamed_on) desc, w.turn, w.id limit 1 for update of w, s skip locked),
        tried as (
          update work_suspect s set on_trial = true, blamed_on = case
              when cardinality(s.blamed_on) >= 2 and not ${livesSince(`s.not_before - interval '${this.calm} ms'`)} then '{}'
              else array(select o from unnest(s.blamed_on) o where not ${isAlive('o')}) end
          from next where s.item_id = next.item_id returning s.item_id, cardinality(s.blamed_on) as deaths, ${isSuspect('s')} as is_suspect)
        update work_item w set owner = $1, fence = fence + 1, attempts = attempts + 1, lease_until = now() + ${lease},
          due_at = case when tried.is_suspect then w.due_at else now() end
        from tried where w.id = tried.item_id returning w.*, tried.deaths`,
      values: [owner, performance.now() >= this.#beginsAt],
    });
    if (rows.length > 0) [this.#owner, this.#endsAt] = [owner, performance.now() + trialMs];
    return rows;
  }

  /** Ends the trial of an item that has been worked on for long enough. */
  async end(): Promise<void> {
    if (performance.now() < this.#endsAt) return;
    await this.pool.query(
      `update work_suspect s set on_trial = false from work_item w where w.id = s.item_id and w.owner = $1 and s.on_trial`,
      [this.#owner],
    );
    this.#endsAt = Infinity;
  }
}
