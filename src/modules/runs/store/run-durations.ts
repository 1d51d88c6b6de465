import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { withOwner, type Table } from '#ledger/rows/kept.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { RunEstimates } from '../ports/run-estimates.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { ActiveRuns } from '../drive/active-runs.js';

/** Durations that are kept of each workflow. */
const mostKept = 20;
const flushAfterMs = 1000;
const keptForMs = 90 * 24 * 3_600_000;

export const runDurationTable: Table = { table: 'run_duration', kept: withOwner('one for each workflow that has run in the last 90 days') };

/**
 * Stores the durations of the latest runs of each workflow, for estimates. A process may lose durations that it has not stored yet, and no
 * run waits for them.
 */
@Injectable()
export class RunDurations extends RunEstimates implements OnModuleDestroy {
  /** By workflow, the latest last. */
  #noted = new Map<string, number[]>();
  #cancelFlush: (() => void) | undefined;
  #flushing: Promise<void> = Promise.resolve();
  readonly #unlisten: () => void;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly active: ActiveRuns,
    store: EventStore,
  ) {
    super();
    this.#unlisten = store.onAppended((streams) => {
      for (const stream of streams) if (stream.lifetime === 'run') this.#note(stream);
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.#unlisten();
    this.#cancelFlush?.();
    await this.#flush();
  }

  async typicalMs(workflowId: string): Promise<number | undefined> {
    await this.#flushing;
    const { rows } = await this.pool.query<{ recent_ms: number[] }>({
      name: 'run_durations',
      text: 'select recent_ms from run_duration where workflow_id = $1',
      values: [workflowId],
    });
    const known = [...(this.#noted.get(workflowId)?.toReversed() ?? []), ...(rows[0]?.recent_ms ?? [])].slice(0, mostKept);
    return known.toSorted((a, b) => a - b)[Math.floor(known.length / 2)];
  }

  /** Removes workflows without a run for 90 days. */
  async forgetOld(): Promise<void> {
    await deleteInSteps(this.pool, 'run_duration', 'updated_at < $1', [new Date(this.clock.now().getTime() - keptForMs)]);
  }

  #note({ streamId, events }: StreamAppend): void {
    for (const event of events as readonly ExecutionEvent[]) {
      if (event.type !== 'execution.completed') continue;
      const workflowId = this.active.workflowOf(streamId);
      if (workflowId === undefined) continue;
      const noted = this.#noted.get(workflowId) ?? [];
      noted.push(event.payload.durationMs);
      if (noted.length > mostKept) noted.shift();
      this.#noted.set(workflowId, noted);
      this.#flushSoon();
    }
  }

  #flushSoon(): void {
    this.#cancelFlush ??= this.timers.after(flushAfterMs, () => {
      this.#flushing = this.#flush();
    });
  }

  async #flush(): Promise<void> {
    this.#cancelFlush = undefined;
    const noted = [...this.#noted].map(([id, ms]) => ({ id, ms: ms.toReversed() }));
    this.#noted = new Map();
    if (noted.length === 0) return;
    const text = `insert into run_duration (workflow_id, recent_ms, updated_at)
      select (noted->>'id')::uuid, array(select ms::float8 from json_array_elements_text(noted->'ms') ms), $2
      from json_array_elements($1::json) noted order by 1
      on conflict (workflow_id) do update set recent_ms = (excluded.recent_ms || run_duration.recent_ms)[1:${mostKept}], updated_at = $2`;
    // An estimate is not worth a second attempt.
    await this.pool.query({ name: 'note_run_durations', text, values: [JSON.stringify(noted), this.clock.now()] }).catch(() => undefined);
  }
}
