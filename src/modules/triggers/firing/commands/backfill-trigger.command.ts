import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { invalidField } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Deliveries } from '../../deliveries/deliveries.js';
import { CallerSchedules, type FoundSchedule } from '../caller-schedules.js';
import { firingInput } from '../firing-input.js';
import { occurrencesUntil } from '../../schedules/occurrences.js';
import { DeliveriesOfTrigger } from '../../store/cursors/deliveries-of-trigger.js';
import { ScheduleCursors, type ClaimedSchedule } from '../../store/cursors/schedule-cursors.js';
import { Triggers } from '../../store/triggers.js';

/** How many runs one request starts at most. */
export const mostBackfilled = 1_000;
const atOnce = 50;

export interface Backfill {
  /** The times in the range that had no run. */
  readonly occurrences: number;
  /** How many of them have one now. */
  readonly started: number;
}

/** Starts a run for each time of a range that has had none, oldest first. Times that are still to be fired are left alone. */
export class BackfillTrigger extends Command<Backfill> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly range: { readonly from: Date; readonly to: Date },
  ) {
    super();
  }
}

@CommandHandler(BackfillTrigger)
export class BackfillTriggerHandler implements ICommandHandler<BackfillTrigger> {
  constructor(
    private readonly schedules: CallerSchedules,
    private readonly triggers: Triggers,
    private readonly cursors: ScheduleCursors,
    private readonly stored: DeliveriesOfTrigger,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id, range }: BackfillTrigger): Promise<Backfill> {
    const found = await this.schedules.find(caller, id);
    const known = await this.cursors.find(id);
    if (known === undefined) return { occurrences: 0, started: 0 };
    const times = await this.#withoutRun(found, known, range);
    await this.#record(id, meta, range, times.length);
    let started = 0;
    for (let index = 0; index < times.length; index += atOnce) {
      const delivered = await Promise.all(times.slice(index, index + atOnce).map((time) => this.#start(found, time, known.now)));
      started += delivered.filter(({ outcome }) => outcome === 'accepted').length;
    }
    return { occurrences: times.length, started };
  }

  async #withoutRun(
    { trigger: { id }, schedule }: FoundSchedule,
    { cursor, now }: Pick<ClaimedSchedule, 'cursor' | 'now'>,
    { from, to }: BackfillTrigger['range'],
  ): Promise<readonly Date[]> {
    const pending = [cursor.scheduledFor, cursor.waitingFor].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
    const first = Math.min(now.getTime() + 1, ...pending);
    const until = new Date(Math.min(to.getTime(), first - 1));
    const times = occurrencesUntil(schedule, new Date(from.getTime() - 1), until, mostBackfilled + 1);
    if (times.length > mostBackfilled) {
      throw invalidField(
        'to',
        `The range has more than ${mostBackfilled.toLocaleString('en')} times. Choose a shorter one`,
        'out_of_range',
      );
    }
    const run = await this.stored.run(id, from, until);
    return times.filter((time) => !run.has(time.getTime()));
  }

  /** Before the first run, so that no run is without it. */
  #record(id: string, meta: EventMeta, { from, to }: BackfillTrigger['range'], occurrences: number): Promise<void> {
    const range = { from: from.toISOString(), to: to.toISOString() };
    return this.triggers.change(id, meta, () => ({ type: 'backfill', ...range, occurrences, at: this.clock.iso() }));
  }

  #start({ trigger, schedule }: FoundSchedule, time: Date, now: Date) {
    const scheduledFor = time.toISOString();
    const payload = firingInput(schedule, trigger.id, { scheduledFor: time, firedAt: now, occurrence: 0, missed: 0 });
    return this.deliveries.accept({ trigger, payload, scheduledFor, key: `occurrence ${scheduledFor}` });
  }
}
