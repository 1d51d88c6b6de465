import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoTimes } from '#ledger/database/iso-times.js';
import type { Lease } from '#ledger/events/event-store.js';
import type { QuietSign } from '#ledger/signals/quiet-signs.js';
import { Leases } from '#ledger/work/leases.js';
import { livingOwners } from '#ledger/work/owner-session.js';
import { scheduleCursor, type ScheduleCursor } from './schedule-cursor.entity.js';

/** A schedule that only this process may fire until its claim ends. */
export interface ClaimedSchedule {
  readonly cursor: ScheduleCursor;
  /** The time of the database. */
  readonly now: Date;
  /** For the append of what it fires. */
  readonly lease: Lease;
}

/** Where a schedule goes that fires nothing now. */
export type CursorMove = Pick<ScheduleCursor, 'id' | 'fence' | 'dueAt' | 'scheduledFor' | 'lastScheduledFor' | 'waitingFor' | 'zones'>;

interface ClaimedRow extends Omit<ScheduleCursor, 'fence'> {
  readonly fence: string;
  readonly now: string;
}

const columns = [...scheduleCursor.columns].map(([property, { name }]) => `c.${name} as "${property}"`).join(', ');

/** How soon schedules are looked at again that another process has claimed and may not fire. */
const claimedElsewhereMs = 1_000;

/** A schedule is due, perhaps sooner than the clock of this process expects: a suspended machine stops its timers and not the time of the database. */
export const scheduleSign: QuietSign = {
  isWaiting: 'exists (select from schedule_cursor where polls in (true, false) and due_at <= now())',
};

/** Claims schedules that are due. Only the clock of the database counts. */
@Injectable()
export class ScheduleCursors {
  constructor(
    private readonly pool: Pool,
    private readonly leases: Leases,
  ) {}

  /** Claims schedules that are due, the longest overdue first, for `forMs`. What one process claims, another one passes over. */
  async claim(polls: boolean, limit: number, forMs: number): Promise<readonly ClaimedSchedule[]> {
    const { rows } = await this.pool.query<ClaimedRow>({
      name: 'claim_schedules',
      text: `with next as (
               select id from schedule_cursor
               where polls = $1 and due_at <= now() and (claimed_until is null or claimed_until < now())
               order by due_at limit $2 for update skip locked)
             update schedule_cursor c set fence = nextval('schedule_fence'), claimed_until = now() + $3 * interval '1 ms', claimed_by = $4
             from next where c.id = next.id returning ${columns}, now() as now`,
      values: [polls, limit, forMs, this.leases.owner],
      types: isoTimes,
    });
    return rows.map(claimedOf).toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  }

  /** Claims one schedule whether it is due or not; undefined while another process holds it. */
  async claimOne(id: string, forMs: number): Promise<ClaimedSchedule | undefined> {
    const { rows } = await this.pool.query<ClaimedRow>({
      text: `update schedule_cursor c set fence = nextval('schedule_fence'), claimed_until = now() + $2 * interval '1 ms', claimed_by = $3
             where id = $1 and (claimed_until is null or claimed_until < now()) returning ${columns}, now() as now`,
      values: [id, forMs, this.leases.owner],
      types: isoTimes,
    });
    return rows.map(claimedOf)[0];
  }

  /** How long nothing is to be claimed, in ms; at most `atMost`, 0: now. Claims of processes that are lost end here. */
  async idleMs(polls: boolean, atMost: number): Promise<number> {
    const { rows } = await this.pool.query<{ next_ms: number | null; is_free: boolean; is_claimed: boolean }>({
      name: 'next_schedule',
      text: `select (extract(epoch from (
                 select due_at from schedule_cursor where polls = $1 and due_at > now() order by due_at limit 1) - clock_timestamp()) * 1000)::float8 as next_ms,
               exists (select 1 from schedule_cursor
                 where polls = $1 and due_at <= now() and (claimed_until is null or claimed_until < now())) as is_free,
               exists (select 1 from schedule_cursor where polls = $1 and due_at <= now()) as is_claimed`,
      values: [polls],
    });
    const [row] = rows;
    if (row?.is_free === true || (row?.is_claimed === true && (await this.#endLostClaims(polls)))) return 0;
    return Math.max(0, Math.min(row?.next_ms ?? atMost, row?.is_claimed === true ? claimedElsewhereMs : atMost));
  }

  async #endLostClaims(polls: boolean): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'end_lost_claims',
      text: `with lost as (
               select id from schedule_cursor
               where polls = $1 and due_at <= now() and claimed_until > now() and claimed_by <> all (array(${livingOwners}))
               for update skip locked)
             update schedule_cursor c set claimed_until = null from lost where c.id = lost.id`,
      values: [polls],
    });
    return rowCount !== null && rowCount > 0;
  }

  /** Ends claims of schedules that fire nothing now. A claim that has been lost changes nothing. */
  async move(moves: readonly CursorMove[]): Promise<void> {
    if (moves.length === 0) return;
    await this.pool.query({
      name: 'move_schedules',
      text: `update schedule_cursor c set due_at = m."dueAt", scheduled_for = m."scheduledFor", last_scheduled_for = m."lastScheduledFor",
               waiting_for = m."waitingFor", zones = m.zones, claimed_until = null
             from json_to_recordset($1::json) as m(id uuid, fence bigint, "dueAt" timestamptz, "scheduledFor" timestamptz,
               "lastScheduledFor" timestamptz, "waitingFor" timestamptz, zones text)
             where c.id = m.id and c.fence = m.fence`,
      values: [JSON.stringify(moves)],
    });
  }

  /** Ends claims without a change, so that the schedules may be claimed again after `pauseMs`. */
  async release(leases: readonly Lease[], pauseMs: number): Promise<void> {
    if (leases.length === 0) return;
    await this.pool.query({
      text: `update schedule_cursor c set claimed_until = now() + $2 * interval '1 ms'
             from json_to_recordset($1::json) as l("itemId" uuid, fence bigint) where c.id = l."itemId" and c.fence = l.fence`,
      values: [JSON.stringify(leases.map(({ itemId, fence }) => ({ itemId, fence }))), pauseMs],
    });
  }

  /** Makes schedules due whose next occurrence was computed with other data of time zones: it is computed again. */
  async recompute(zones: string): Promise<void> {
    await this.pool.query('update schedule_cursor set due_at = least(due_at, now()) where due_at is not null and zones <> $1', [zones]);
  }

  /** The cursor, and the time of the database. */
  async find(id: string): Promise<Pick<ClaimedSchedule, 'cursor' | 'now'> | undefined> {
    const { rows } = await this.pool.query<ClaimedRow>({
      text: `select ${columns}, now() as now from schedule_cursor c where id = $1`,
      values: [id],
      types: isoTimes,
    });
    return rows.map(claimedOf)[0];
  }
}

function claimedOf({ now, ...row }: ClaimedRow): ClaimedSchedule {
  const fence = Number(row.fence);
  return { cursor: { ...row, fence }, now: new Date(now), lease: { itemId: row.id, fence, of: scheduleCursor } };
}

function placeOf({ cursor: { dueAt, id } }: ClaimedSchedule): string {
  return `${dueAt} ${id}`;
}
