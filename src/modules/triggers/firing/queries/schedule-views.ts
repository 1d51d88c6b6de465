import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoTimes } from '#ledger/database/iso-times.js';
import { nextOccurrence } from '../../schedules/occurrences.js';
import type { Schedule } from '../../schedules/schedule.js';
import { scheduleOf } from '../../kinds/trigger-kinds.js';
import type { JsonObject } from '#kernel/json.js';
import type { ScheduleView } from './schedule-view.js';

interface Row extends Omit<ScheduleView, 'schedule'> {
  readonly kind: string;
  readonly config: JsonObject;
  /** Its progress while the loop has not computed its next time yet; null otherwise. */
  readonly pending: { readonly after: string; readonly fired: number } | null;
}

/** How many schedules a list has at most. */
const mostListed = 1_000;

/** What the routes show of schedules. Checks no permissions. */
@Injectable()
export class ScheduleViews {
  constructor(private readonly pool: Pool) {}

  /** The first thousand, oldest first, of one kind of owner; retired ones are left out. Jobs are deleted before their runs, which are read from the log then. */
  async of(owner: 'id' | 'workflow_id' | 'workspace_id', id: string): Promise<readonly ScheduleView[]> {
    const { rows } = await this.pool.query<Row>({
      name: `schedules_by_${owner}`,
      text: `select t.id, t.workflow_id as "workflowId", t.block_id as "blockId", t.status, t.kind, t.config,
               case t.status when 'active' then c.scheduled_for end as "nextRunAt",
               case when t.status = 'active' and c.due_at is not null and c.scheduled_for is null
                 then json_build_object('after', greatest(now(), c.last_scheduled_for), 'fired', c.fired) end as pending, r.*, t.created_at as "createdAt",
               greatest(t.updated_at, r."lastQueuedAt") as "updatedAt"
             from trigger t join schedule_cursor c using (id) cross join lateral (
               select max(queued_at) as "lastQueuedAt", max(started_at) as "lastRanAt",
                 max(completed_at) filter (where status = 'failed') as "lastFailedAt",
                 (count(*) filter (where status = 'failed' and place < coalesce(success, place + 1)))::int as "failedCount"
               from (
                 select place, queued_at, started_at, completed_at, status, min(place) filter (where status = 'completed') over () as success
                 from (
                   select d.place, coalesce(j.queued_at, d.received_at) as queued_at, coalesce(j.started_at, e.started_at) as started_at,
                     coalesce(j.completed_at, e.ended_at) as completed_at, coalesce(j.status, e.status) as status
                   from (select id, job_id, execution_id, received_at, row_number() over (order by id desc) as place from delivery
                         where trigger_id = t.id and job_id is not null order by id desc limit 100) d
                   left join job j on j.id = d.job_id
                   left join execution_log e on j.id is null and e.id = d.execution_id) l) j) r
             where t.${owner} = $1 and t.kind = 'schedule' and t.status <> 'retired' order by t.id limit ${mostListed}`,
      values: [id],
      types: isoTimes,
    });
    return rows.flatMap(({ kind, config, pending, ...row }) => {
      const schedule = scheduleOf({ kind, config });
      if (schedule === undefined) return [];
      return [{ ...row, schedule, ...(pending === null ? {} : { nextRunAt: expected(schedule, pending) }) }];
    });
  }
}

/** The next time as the loop will compute it. */
function expected(schedule: Schedule, { after, fired }: NonNullable<Row['pending']>): string | null {
  const isUsedUp = fired >= (schedule.maxRuns ?? Infinity);
  return isUsedUp ? null : (nextOccurrence(schedule, new Date(after))?.toISOString() ?? null);
}
