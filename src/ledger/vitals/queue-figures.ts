import type { Pool } from 'pg';

/** Work of one kind, by its state. */
export interface KindOfWork {
  /** The kind of work, such as `job`. */
  readonly kind: string;
  /** Number of due work items without a process. */
  readonly due: number;
  /** Number of work items that wait until other runs of their account or workflow have ended. */
  readonly held: number;
  /** Number of work items that wait for their next attempt. */
  readonly pausing: number;
  /** Number of active work items. */
  readonly running: number;
  /** How long the oldest of them has been due, in ms. */
  readonly oldestDueMs: number;
}

export interface QueueFigures {
  readonly kinds: readonly KindOfWork[];
  /** Work that becomes due later. Counted up to 10,000. */
  readonly later: number;
}

/** Of what may be very many, no more are counted. */
const mostCounted = 10_000;

/** The work of the queue by kind and state, of all processes. */
export async function queueFigures(pool: Pool): Promise<QueueFigures> {
  const { rows } = await pool.query<KindOfWork>({
    name: 'queue_figures',
    text: `select kind,
             count(*) filter (where owner is null and not waits_for_room and due_at <= now())::int as due,
             count(*) filter (where owner is null and waits_for_room)::int as held,
             count(*) filter (where owner is null and not waits_for_room and due_at > now())::int as pausing,
             count(*) filter (where owner is not null)::int as running,
             coalesce(round(extract(epoch from now() - min(due_at) filter (where owner is null and not waits_for_room and due_at <= now())) * 1000), 0)::float8
               as "oldestDueMs"
           from work_item group by kind order by kind`,
  });
  const { rows: timers } = await pool.query<{ later: number }>({
    name: 'queue_later',
    text: `select count(*)::int as later from (select 1 from timer limit ${mostCounted}) t`,
  });
  return { kinds: rows, later: timers[0]?.later ?? 0 };
}
