import { Injectable } from '@nestjs/common';
import type { StreamAppend } from '#ledger/events/event-store.js';
import { DomainError } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { TriggeredRuns, type QueuedJob } from '#modules/runs/index.js';
import { Deliveries, type Alongside, type Arrival, type Delivered } from '../deliveries/deliveries.js';
import { scheduleOf } from '../kinds/trigger-kinds.js';
import { dueAt } from '../schedules/occurrences.js';
import type { Schedule } from '../schedules/schedule.js';
import { scheduleCursor, type ScheduleCursor } from '../store/cursors/schedule-cursor.entity.js';
import type { ClaimedSchedule, CursorMove } from '../store/cursors/schedule-cursors.js';
import type { RegisteredTrigger } from '../store/triggers.js';
import { FiringDrift } from './firing-drift.js';
import { firingInput } from './firing-input.js';
import { turnSteps, type Place, type Standing, type Step } from './turn-steps.js';

/** A claimed schedule with its trigger, as it was when it was claimed or later. */
export interface DueSchedule extends ClaimedSchedule {
  readonly trigger: RegisteredTrigger;
  /** The data of time zones of this process. */
  readonly zones: string;
  /** Those of its jobs that are active. */
  readonly activeJobs: readonly string[];
}

/** When an occurrence is tried again whose account may start no more runs at the moment. */
const limitedPauseMs = 5 * 60_000;

/** Fires a schedule: each run, its delivery and the next due time are one append under the claim. */
@Injectable()
export class FireSchedule {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly runs: TriggeredRuns,
    private readonly drift: FiringDrift,
  ) {}

  /** @returns where the schedule goes if nothing was stored that says so. @throws LeaseLost */
  async fire(due: DueSchedule): Promise<CursorMove | undefined> {
    const { cursor, trigger, now } = due;
    const schedule = scheduleOf(trigger);
    if (schedule === undefined || trigger.status !== 'active') return { ...moveOf(due), dueAt: null };
    const { steps, rest } = turnSteps(schedule, standingOf(due), now);
    if (steps.length === 0) return moveOf(due, rest);
    let { fired } = cursor;
    let activeJobs = due.activeJobs;
    for (const [index, step] of steps.entries()) {
      if (step.act === 'none' && step.leftOut === undefined) {
        if (index === steps.length - 1) return moveOf(due, step.after);
        continue;
      }
      const firing = new FiringStep(due, schedule, { step, fired, activeJobs, isLast: index === steps.length - 1 });
      try {
        const { jobId } = await this.#do(firing);
        activeJobs = firing.activeWith(jobId);
        if (jobId !== null) fired += 1;
      } catch (error) {
        if (!(error instanceof DomainError) || error.kind !== 'limited') throw error;
        return await this.#postpone(firing, postponed(step, due, error));
      }
    }
    return undefined;
  }

  async #do(firing: FiringStep): Promise<Pick<Delivered, 'jobId'>> {
    const { step, due, schedule } = firing;
    if (step.act === 'none') return this.deliveries.skip({ ...firing.leftOut(), alongside: firing.alongside(step.after) }, 'missed');
    const missed = step.leftOut === undefined ? [] : [this.deliveries.skipping(firing.leftOut(), 'missed')];
    const arrival = firing.arrival();
    if (step.act === 'skip') {
      return this.deliveries.skip({ ...arrival, alongside: firing.alongside(step.after, { streams: missed }) }, 'overlap');
    }
    // The active run is cancelled for one that starts, not for one that is refused.
    if (step.act === 'replace' && (await this.deliveries.wouldStart(arrival))) {
      await this.runs.cancel(firing.active, { causationId: due.trigger.id });
    }
    const alongside = (run: Pick<QueuedJob, 'jobId'> | null) =>
      firing.alongside(step.after, { streams: missed, jobId: run?.jobId ?? null });
    const delivered = await this.deliveries.accept({ ...arrival, alongside });
    this.drift.note(due.now.getTime() - dueAt(schedule, due.trigger.id, step.firing.scheduledFor).getTime());
    return delivered;
  }

  /** What is left out is recorded now, since it is not known any more when the occurrence is tried again. */
  async #postpone(firing: FiringStep, place: Place): Promise<CursorMove | undefined> {
    if (firing.step.leftOut === undefined) return moveOf(firing.due, place);
    const alongside = firing.notFired(place);
    await this.deliveries.skip({ ...firing.leftOut(), alongside }, 'missed');
    return undefined;
  }
}

interface Progress {
  readonly step: Step;
  readonly fired: number;
  readonly activeJobs: readonly string[];
  readonly isLast: boolean;
}

interface StepEnd {
  readonly streams?: readonly StreamAppend[];
  /** The job of the run that the step starts. */
  readonly jobId?: string | null;
}

/** One step of a schedule, as a delivery. */
class FiringStep {
  readonly step: Step;
  readonly active: readonly string[];

  constructor(
    readonly due: DueSchedule,
    readonly schedule: Schedule,
    private readonly progress: Progress,
  ) {
    this.step = progress.step;
    this.active = progress.activeJobs;
  }

  arrival(): Arrival {
    const { due, schedule, step, progress } = this;
    const payload = firingInput(schedule, due.trigger.id, { ...step.firing, firedAt: due.now, occurrence: progress.fired + 1 });
    return { trigger: due.trigger, payload, scheduledFor: step.firing.scheduledFor.toISOString() };
  }

  /** The occurrences without a run, as one delivery. */
  leftOut(): Arrival {
    const { from, to, count } = this.step.leftOut ?? { from: this.due.now, to: this.due.now, count: 0 };
    const payload: JsonObject = { from: from.toISOString(), to: to.toISOString(), missed: count, timezone: this.schedule.timezone };
    return { trigger: this.due.trigger, payload, scheduledFor: to.toISOString() };
  }

  /** The same for a step whose run could not start. */
  notFired(place: Place): Alongside {
    const write = scheduleCursor.patch({ id: this.due.cursor.id, ...texts(place), zones: this.due.zones, claimedUntil: null });
    return { writes: [write], lease: this.due.lease };
  }

  /** The cursor after the step, for the append of the delivery. A run that was refused does not count. */
  alongside(place: Place, { streams = [], jobId = null }: StepEnd = {}): Alongside {
    const { due, progress } = this;
    const write = scheduleCursor.patch({
      id: due.cursor.id,
      ...texts(this.#reached(place, jobId)),
      zones: due.zones,
      fired: progress.fired + (jobId === null ? 0 : 1),
      activeJobs: this.activeWith(jobId),
      ...(progress.isLast ? { claimedUntil: null } : {}),
    });
    return { streams, writes: [write], lease: due.lease };
  }

  /** Runs of a schedule that lets them overlap are not counted. */
  activeWith(jobId: string | null): readonly string[] {
    if (this.schedule.overlapPolicy === 'allow') return [];
    if (jobId === null) return this.active;
    return [...(this.step.act === 'replace' ? [] : this.active), jobId];
  }

  /** The last of `maxRuns` runs may have been refused: then the schedule is looked at again, and has further times. */
  #reached(place: Place, jobId: string | null): Place {
    const wasToStart = this.step.act === 'start' || this.step.act === 'replace';
    return wasToStart && jobId === null && place.dueAt === null ? { ...place, dueAt: this.due.now } : place;
  }
}

function standingOf({ cursor, activeJobs }: DueSchedule): Standing {
  const { id, fired } = cursor;
  const at = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));
  return {
    id,
    fired,
    active: activeJobs.length,
    scheduledFor: at(cursor.scheduledFor),
    lastScheduledFor: at(cursor.lastScheduledFor),
    waitingFor: at(cursor.waitingFor),
  };
}

/** The occurrence waits until its account may start runs again, or until the next one is due. One waits at most. */
function postponed({ firing, after }: Step, { now }: DueSchedule, { retryAfterSeconds }: DomainError): Place {
  const retryAt = now.getTime() + Math.max(limitedPauseMs, (retryAfterSeconds ?? 0) * 1000);
  const nextAt = after.dueAt?.getTime() ?? Infinity;
  // What is due already would be refused as well.
  const dueAtMs = nextAt > now.getTime() ? Math.min(retryAt, nextAt) : retryAt;
  return { ...after, waitingFor: after.waitingFor ?? firing.scheduledFor, dueAt: new Date(dueAtMs) };
}

function moveOf({ cursor, zones }: DueSchedule, place?: Place): CursorMove {
  return { ...cursor, zones, ...(place === undefined ? {} : texts(place)) };
}

function texts({ scheduledFor, lastScheduledFor, waitingFor, dueAt: due }: Place): Pick<ScheduleCursor, keyof Place> {
  const text = (at: Date | null): string | null => at?.toISOString() ?? null;
  return { scheduledFor: text(scheduledFor), lastScheduledFor: text(lastScheduledFor), waitingFor: text(waitingFor), dueAt: text(due) };
}
