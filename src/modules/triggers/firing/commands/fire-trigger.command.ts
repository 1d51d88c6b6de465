import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { appendTo, EventStore, LeaseLost, type StreamAppend } from '#ledger/events/event-store.js';
import { isStreamConflict } from '#ledger/events/retry-conflicts.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Timers } from '#kernel/timers.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { Deliveries, type Alongside, type Arrival, type Delivered } from '../../deliveries/deliveries.js';
import { TriggerFired, triggerStream } from '../../domain/trigger.events.js';
import { overlapDecision } from '../../schedules/due-turn.js';
import { scheduleCursor, type ScheduleCursor } from '../../store/cursors/schedule-cursor.entity.js';
import { ScheduleCursors, type ClaimedSchedule } from '../../store/cursors/schedule-cursors.js';
import { CallerSchedules, type FoundSchedule } from '../caller-schedules.js';
import { firingInput } from '../firing-input.js';

const claimMs = 15_000;
const attempts = 20;
const pauseMs = 100;

/** What a request to fire a trigger has done. *waiting*: the run starts when the active one has ended. *polling*: the source is asked now. */
export interface Fired extends Omit<Delivered, 'outcome' | 'deliveryId'> {
  readonly outcome: Delivered['outcome'] | 'waiting' | 'polling';
  readonly deliveryId: string | null;
}

/**
 * Starts a run of a schedule now, as its overlap policy says; the run counts, and the times stay as they are. A trigger that polls asks its source
 * now.
 */
export class FireTrigger extends Command<Fired> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(FireTrigger)
export class FireTriggerHandler implements ICommandHandler<FireTrigger> {
  constructor(
    private readonly schedules: CallerSchedules,
    private readonly cursors: ScheduleCursors,
    private readonly deliveries: Deliveries,
    private readonly runs: TriggeredRuns,
    private readonly store: EventStore,
    private readonly timers: Timers,
    private readonly clock: Clock,
  ) {}

  async execute(command: FireTrigger): Promise<Fired> {
    await this.schedules.findAny(command.caller, command.id);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const claim = await this.cursors.claimOne(command.id, claimMs);
      if (claim === undefined) {
        await this.timers.wait(pauseMs, new AbortController().signal);
        continue;
      }
      try {
        return await this.#fire(command, claim);
      } catch (error) {
        await this.cursors.release([claim.lease], 0);
        if (!(error instanceof LeaseLost || isStreamConflict(error))) throw error;
      }
    }
    throw conflict('CONFLICT', 'The trigger fires or polls at this moment. Try again');
  }

  async #fire({ caller, id, meta }: FireTrigger, claim: ClaimedSchedule): Promise<Fired> {
    // After the claim, so that a change of the trigger that is not seen here has ended the claim.
    const found = await this.schedules.findAny(caller, id);
    const firing = new Firing(claim, found, meta, this.clock.iso());
    const now = claim.now.toISOString();
    if (claim.cursor.polls) return this.#only(firing, 'polling', { scheduledFor: now, dueAt: now });
    const { overlapPolicy, maxRuns = Infinity } = found.schedule;
    const { waitingFor, activeJobs, fired } = claim.cursor;
    if (fired >= maxRuns) {
      throw conflict(
        'CONFLICT',
        `The schedule has had all its ${maxRuns} runs (maxRuns). Deploy it with more, or start the workflow itself`,
      );
    }
    const active = [...(await this.runs.active(activeJobs))];
    // Without an active run, an occurrence waits for its account only, and this run takes its place.
    switch (overlapDecision(overlapPolicy, active.length, active.length === 0 || waitingFor === null ? 0 : 1)) {
      case 'wait':
        return this.#only(firing, 'waiting', { waitingFor: now, dueAt: now });
      case 'skip':
        return this.deliveries.skip({ ...firing.arrival(), alongside: firing.alongside(null, {}) }, 'overlap');
      case 'replace':
        if (await this.deliveries.wouldStart(firing.arrival())) await this.runs.cancel(active, { causationId: id });
        return this.#start(firing, []);
      case 'start':
        return this.#start(firing, active);
    }
  }

  /** `others`: its runs that stay active. */
  #start(firing: Firing, others: readonly string[]): Promise<Delivered> {
    const { schedule, cursor } = firing;
    return this.deliveries.accept({
      ...firing.arrival(),
      alongside: (run) => {
        if (run === null) return firing.alongside(null, {});
        const activeJobs = schedule.overlapPolicy === 'allow' ? [] : [...others, run.jobId];
        return firing.alongside(run.executionId, { fired: cursor.fired + 1, activeJobs, waitingFor: null });
      },
    });
  }

  /** Changes the cursor, which the loops of all processes act on. */
  async #only(firing: Firing, outcome: 'waiting' | 'polling', move: Partial<ScheduleCursor>): Promise<Fired> {
    await this.store.append(firing.alongside(null, move));
    return { outcome, deliveryId: null, executionId: null, jobId: null, reason: null };
  }
}

/** One request to fire a claimed trigger. */
class Firing {
  readonly cursor: ScheduleCursor;
  readonly schedule: FoundSchedule['schedule'];

  constructor(
    private readonly claim: ClaimedSchedule,
    private readonly found: FoundSchedule,
    private readonly meta: EventMeta,
    private readonly at: string,
  ) {
    this.cursor = claim.cursor;
    this.schedule = found.schedule;
  }

  arrival(): Arrival {
    const { trigger, schedule } = this.found;
    const { now, cursor } = this.claim;
    const { ip, userAgent } = this.meta;
    const source = { ...(ip === undefined ? {} : { ip }), ...(userAgent === undefined ? {} : { userAgent }) };
    const payload = firingInput(schedule, trigger.id, { scheduledFor: now, firedAt: now, occurrence: cursor.fired + 1, missed: 0 });
    return { trigger, payload, source, scheduledFor: now.toISOString() };
  }

  /** The request in the history of the trigger, and the cursor, which is free again. */
  alongside(executionId: string | null, change: Partial<ScheduleCursor>): Alongside & { readonly streams: readonly StreamAppend[] } {
    const { trigger } = this.found;
    const fired = TriggerFired({ executionId, at: this.at });
    const at = triggerStream.at(trigger.id, trigger.workspaceId);
    const stream = appendTo(at, { expected: trigger.position, events: [fired], meta: this.meta });
    return {
      lease: this.claim.lease,
      streams: [stream],
      writes: [scheduleCursor.patch({ id: trigger.id, ...change, claimedUntil: null })],
    };
  }
}
