import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { appendTo, LeaseLost } from '#ledger/events/event-store.js';
import { isStreamConflict } from '#ledger/events/retry-conflicts.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Timers } from '#kernel/timers.js';
import { Deliveries, type Delivered } from '../../deliveries/deliveries.js';
import { TriggerFired, triggerStream } from '../../domain/trigger.events.js';
import { CallerSchedules } from '../caller-schedules.js';
import { firingInput } from '../firing-input.js';
import { scheduleCursor } from '../../store/cursors/schedule-cursor.entity.js';
import { ScheduleCursors, type ClaimedSchedule } from '../../store/cursors/schedule-cursors.js';

const claimMs = 15_000;
const attempts = 20;
const pauseMs = 100;

/** Starts a run of a schedule now. It counts as one of its runs; its times stay as they are. */
export class FireTrigger extends Command<Delivered> {
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
    private readonly timers: Timers,
    private readonly clock: Clock,
  ) {}

  async execute(command: FireTrigger): Promise<Delivered> {
    await this.schedules.find(command.caller, command.id);
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
    throw conflict('CONFLICT', 'The schedule is firing at this moment. Try again');
  }

  async #fire({ caller, id, meta }: FireTrigger, { cursor, now, lease }: ClaimedSchedule): Promise<Delivered> {
    // After the claim, so that a change of the trigger that is not seen here has ended the claim.
    const { trigger, schedule } = await this.schedules.find(caller, id);
    const occurrence = cursor.fired + 1;
    const payload = firingInput(schedule, id, { scheduledFor: now, firedAt: now, occurrence, missed: 0 });
    const { ip, userAgent } = meta;
    const source = { ...(ip === undefined ? {} : { ip }), ...(userAgent === undefined ? {} : { userAgent }) };
    return this.deliveries.accept({
      trigger,
      payload,
      source,
      scheduledFor: now.toISOString(),
      alongside: (run) => {
        const jobs = run === null || schedule.overlapPolicy === 'allow' ? [] : [run.jobId];
        const activeJobs = [...cursor.activeJobs, ...jobs];
        const fired = TriggerFired({ executionId: run?.executionId ?? null, at: this.clock.iso() });
        const stream = appendTo(triggerStream.at(id, trigger.workspaceId), { expected: trigger.position, events: [fired], meta });
        return { lease, streams: [stream], writes: [scheduleCursor.patch({ id, fired: occurrence, activeJobs, claimedUntil: null })] };
      },
    });
  }
}
