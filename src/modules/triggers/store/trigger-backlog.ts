import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** What waits at triggers. */
export interface Backlog {
  /** Schedules that are due, counted up to 10,000. */
  readonly dueSchedules: number;
  /** How long the first of them has been due, in ms. */
  readonly lateMs: number;
  /** Held deliveries, counted up to 10,000. */
  readonly held: number;
  /** Triggers whose polls fail: one has failed in the last 10 minutes, and none has completed since. */
  readonly failingPolls: number;
}

const mostCounted = 10_000;

/** Reads what waits at the triggers of all workspaces, by the clock of the database. */
@Injectable()
export class TriggerBacklog {
  constructor(private readonly pool: Pool) {}

  async read(): Promise<Backlog> {
    const { rows } = await this.pool.query<Backlog>({
      name: 'trigger_backlog',
      text: `select count(due_at)::int as "dueSchedules",
               coalesce(greatest(extract(epoch from now() - min(due_at)) * 1000, 0), 0)::float8 as "lateMs",
               (select count(*)::int from (select 1 from delivery where outcome = 'held' limit ${mostCounted}) h) as held,
               (select count(*)::int from poll_failure where at > now() - interval '10 minutes') as "failingPolls"
             from (select due_at from schedule_cursor where not polls and due_at <= now() order by due_at limit ${mostCounted}) d`,
    });
    return rows[0] ?? { dueSchedules: 0, lateMs: 0, held: 0, failingPolls: 0 };
  }
}
