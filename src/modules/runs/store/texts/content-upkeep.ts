import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { executionStream, type ExecutionEvent } from '#engine/execution.events.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { MinuteChore } from '#ledger/chores/minute-chore.js';
import { EventStore } from '#ledger/events/event-store.js';
import { ExecutionJobs } from '../../jobs/execution-jobs.js';
import { DeliveredEvents } from '../../ports/delivered-events.js';

const minuteMs = 60_000;
/** Contents stay this long after the end, so that its caller can fetch the result. With the interval of the chore it is ten minutes. */
const keptMs = 8 * minuteMs;
/** Contents of a quarantined run stay this long, so that it can be released. */
const quarantinedMs = 24 * 60 * minuteMs;
const runsAtOnce = 500;
const endings: ReadonlySet<string> = new Set(['execution.completed', 'execution.failed', 'execution.cancelled']);

interface Candidate {
  readonly runId: string;
  /** Position of the last event of the run that has contents; null if none has. */
  readonly last: number | null;
}

/** Deletes the contents of runs and deliveries that keep none, once they have ended. Every process does so once a minute. */
@Injectable()
export class ContentUpkeep extends MinuteChore {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
    private readonly deliveries: DeliveredEvents,
    timers: Timers,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    super(timers, logger, 'Contents of ended runs were not deleted; the next round will retry');
  }

  async tidy(): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (let page: readonly Candidate[] | undefined; page === undefined || page.length === runsAtOnce;) {
      page = await this.#candidates(after);
      for (const candidate of page)
        if (await this.#isDue(candidate)) await deleteInSteps(this.pool, 'run_content', 'run_id = $1', [candidate.runId]);
      after = page.at(-1)?.runId ?? after;
    }
  }

  async #candidates(after: string): Promise<readonly Candidate[]> {
    const { rows } = await this.pool.query<Candidate>(
      `select run_id as "runId", max(position) filter (where stream_id = run_id) as last from run_content
       where run_id > $1 group by run_id having max(at) < $2 order by run_id limit ${runsAtOnce}`,
      [after, new Date(this.clock.now().getTime() - keptMs)],
    );
    return rows;
  }

  async #isDue({ runId, last }: Candidate): Promise<boolean> {
    const events = await this.store.readStored(executionStream, runId, Math.max(0, (last ?? 1) - 1));
    const end = events.find(({ type }) => endings.has(type));
    if (end !== undefined) return Date.parse(end.at) < this.clock.now().getTime() - timeAfter(end);
    const isHeld = await this.deliveries.isHeld(runId);
    if (isHeld !== undefined) return !isHeld;
    // A run that never started has ended with its job. Retention deletes the events of a run before its contents.
    return events.length === 0 && (await this.jobs.find(runId))?.completedAt !== null;
  }
}

function timeAfter(end: ExecutionEvent): number {
  return end.type === 'execution.failed' && end.payload.reason === 'quarantined' ? quarantinedMs : keptMs;
}
