import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isStreamConflict } from '#ledger/events/retry-conflicts.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { Triggers } from '../store/triggers.js';
import { ReleaseDelivery } from './release-delivery.js';

/** How many deliveries of one trigger are released in one round. */
const mostOfTrigger = 50;
const mostTriggers = 200;
const roundMs = 1000;
/** When a trigger is tried again whose account may not start runs at the moment. */
const refusedMs = 60_000;

/** Releases held deliveries of triggers that are active again, oldest first: at most 50 a second of each trigger. One process at a time does so. */
@Injectable()
export class HeldDeliveries {
  #mayHold = true;
  #nextAtMs = 0;
  /** Until when a trigger rests, in ms since the epoch. */
  readonly #resting = new Map<string, number>();

  constructor(
    private readonly pool: Pool,
    private readonly triggers: Triggers,
    private readonly release: ReleaseDelivery,
    private readonly clock: Clock,
  ) {}

  /** Whether deliveries may be released later although nothing happens until then. */
  get isWaiting(): boolean {
    return this.#mayHold;
  }

  /** A trigger has changed, or a delivery was held, or another process may have seen that. */
  notice(): void {
    this.#mayHold = true;
  }

  async round(signal: AbortSignal): Promise<void> {
    const nowMs = this.clock.now().getTime();
    if (!this.#mayHold || nowMs < this.#nextAtMs) return;
    for (const [id, untilMs] of this.#resting) if (untilMs <= nowMs) this.#resting.delete(id);
    const freed = await this.#freed();
    this.#mayHold = freed.length > 0 || this.#resting.size > 0;
    this.#nextAtMs = nowMs + roundMs;
    await Promise.all(freed.map((triggerId) => this.#settle(triggerId, signal)));
  }

  /** Triggers with held deliveries that wait for nothing any more. */
  async #freed(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'freed_triggers',
      text: `select t.id from trigger t
             where exists (select 1 from delivery d where d.trigger_id = t.id and d.outcome = 'held')
               and not (t.status = 'paused' and t.pause_mode = 'hold') and not t.id = any($1) limit ${mostTriggers}`,
      values: [[...this.#resting.keys()]],
    });
    return rows.map(({ id }) => id);
  }

  /** One after the other, so that their runs are queued in the order of the deliveries. */
  async #settle(triggerId: string, signal: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'oldest_held',
      text: `select id from delivery where trigger_id = $1 and outcome = 'held' order by id limit ${mostOfTrigger}`,
      values: [triggerId],
    });
    try {
      for (const { id } of rows) {
        const trigger = signal.aborted ? undefined : await this.triggers.find(triggerId);
        if (trigger === undefined) return;
        await this.release.settle(trigger, id);
      }
    } catch (error) {
      if (isStreamConflict(error)) return;
      if (!(error instanceof DomainError)) throw error;
      this.#resting.set(triggerId, this.clock.now().getTime() + (error.retryAfterSeconds ?? refusedMs / 1000) * 1000);
    }
  }
}
