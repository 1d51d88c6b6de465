import { Injectable } from '@nestjs/common';
import { Logger } from '#host/logging/logger.js';
import { LeaseLost } from '#ledger/events/event-store.js';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import { Timers } from '#kernel/timers.js';
import { scheduleOf } from '../../kinds/trigger-kinds.js';
import { zoneData } from '../../schedules/local-time.js';
import { dueAt, nextOccurrence } from '../../schedules/occurrences.js';
import { PollFailures } from '../../store/cursors/poll-failures.js';
import { ScheduleCursors, type ClaimedSchedule, type CursorMove } from '../../store/cursors/schedule-cursors.js';
import { Triggers, type RegisteredTrigger } from '../../store/triggers.js';
import type { Lane } from '../lane.js';
import { Pollers } from './poller.js';

/** How many polls of one workspace a process runs at a time, so that sources which do not answer leave room for those of others. */
const mostOfWorkspace = 8;
/** How long a poll that waits for others of its workspace is passed over. */
const passedOverMs = 5_000;

/** Asks triggers that poll for new events when they are due. */
@Injectable()
export class PollClaims implements Lane {
  readonly polls = true;
  readonly mostAtOnce = 16;
  readonly mostHeld = 24;
  readonly claimMs = 120_000;

  readonly #counts = { completed: 0, failed: 0 };
  /** How many polls of each workspace run now. */
  readonly #running = new Map<string, number>();

  constructor(
    private readonly cursors: ScheduleCursors,
    private readonly triggers: Triggers,
    private readonly pollers: Pollers,
    private readonly failures: PollFailures,
    private readonly timers: Timers,
    private readonly logger: Logger,
  ) {}

  async work(claims: readonly ClaimedSchedule[], stop: AbortSignal): Promise<void> {
    try {
      const triggers = await this.triggers.all(claims.map(({ cursor }) => cursor.id));
      await Promise.all(claims.map((claim) => this.#inTurn(claim, triggers.get(claim.cursor.id), stop)));
    } catch (error) {
      // The claims end by themselves.
      this.logger.error({ err: error }, 'Polls failed and will be repeated');
    }
  }

  /** How many polls of this process completed and failed. */
  get counts(): Readonly<Record<'completed' | 'failed', number>> {
    return this.#counts;
  }

  async #inTurn(claim: ClaimedSchedule, trigger: RegisteredTrigger | undefined, stop: AbortSignal): Promise<void> {
    if (trigger === undefined) return this.#poll(claim, trigger, stop);
    const { workspaceId } = trigger;
    const running = this.#running.get(workspaceId) ?? 0;
    if (running >= mostOfWorkspace) return this.cursors.release([claim.lease], passedOverMs);
    this.#running.set(workspaceId, running + 1);
    try {
      await this.#poll(claim, trigger, stop);
    } finally {
      const left = (this.#running.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#running.delete(workspaceId);
      else this.#running.set(workspaceId, left);
    }
  }

  async #poll(claim: ClaimedSchedule, trigger: RegisteredTrigger | undefined, stop: AbortSignal): Promise<void> {
    const { cursor, now, lease } = claim;
    if (trigger?.status !== 'active') return this.cursors.move([{ ...cursor, dueAt: null }]);
    const scheduledFor = cursor.scheduledFor === null ? null : new Date(cursor.scheduledFor);
    if (scheduledFor !== null && scheduledFor <= now) {
      const over = new AbortController();
      const callOff = this.timers.after(this.claimMs, () => over.abort(new Error('The poll took longer than its claim')));
      try {
        const signal = AbortSignal.any([over.signal, stop]);
        await this.pollers.of(trigger.kind)?.poll({ trigger, scheduledFor, lease, signal });
        this.#counts.completed += 1;
        await this.failures.forget(trigger.id);
      } catch (error) {
        // Repeated by the process that starts next.
        if (stop.aborted) return this.cursors.release([lease], 0);
        if (error instanceof LeaseLost) return;
        await this.#failed(trigger, error);
      } finally {
        callOff();
      }
    }
    await this.cursors.move([next(claim, trigger)]);
  }

  /** A fault of the database or of this process says nothing about the source. */
  async #failed(trigger: RegisteredTrigger, error: unknown): Promise<void> {
    this.#counts.failed += 1;
    this.logger.warn({ err: error, triggerId: trigger.id }, 'A poll failed');
    if (infrastructureFaultOf(error) !== undefined) return;
    await this.failures.note(trigger, error instanceof Error ? error.message : String(error));
  }
}

/** Polls that were missed are not made up for: the next one finds what they would have found. */
function next({ cursor, now }: ClaimedSchedule, trigger: RegisteredTrigger): CursorMove {
  const schedule = scheduleOf(trigger);
  const from = new Date(Math.max(now.getTime(), Date.parse(cursor.scheduledFor ?? '') || 0));
  const due = schedule === undefined ? undefined : nextOccurrence(schedule, from);
  return {
    ...cursor,
    zones: zoneData,
    lastScheduledFor: cursor.scheduledFor ?? cursor.lastScheduledFor,
    scheduledFor: due?.toISOString() ?? null,
    dueAt: schedule === undefined || due === undefined ? null : dueAt(schedule, trigger.id, due).toISOString(),
  };
}
