import { Injectable } from '@nestjs/common';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { Clock } from '#kernel/clock.js';
import type { RegisteredTrigger } from '../store/triggers.js';

/** Outcomes that a sender can cause without limit and that start nothing. */
export type LimitedOutcome = 'duplicate' | 'filtered' | 'refused';

/** An author who widens what a trigger reacts to repeats events that were filtered. */
const recordedPerMinute: Readonly<Record<LimitedOutcome, number>> = { duplicate: 10, filtered: 60, refused: 10 };
const minuteMs = 60_000;

/**
 * Limits how many duplicates, refusals and events that it does not react to are stored of one trigger, so that a sender does not fill the log.
 * The sender receives the same response.
 */
@Injectable()
export class RecordingLimit {
  readonly #left = new Map<LimitedOutcome, number>([
    ['duplicate', 0],
    ['filtered', 0],
    ['refused', 0],
  ]);

  constructor(
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** How many deliveries this process has left out of the log. */
  get unrecorded(): ReadonlyMap<LimitedOutcome, number> {
    return this.#left;
  }

  /** Takes the place of one recording, or counts a delivery that is left out. */
  async allows({ id }: RegisteredTrigger, outcome: LimitedOutcome): Promise<boolean> {
    const minute = Math.floor(this.clock.now().getTime() / minuteMs);
    // A bucket for each minute, which is full at its first use: twice its rate, and is not used when it would be refilled.
    const bucket = { key: `${id}:${outcome}:${minute}`, ratePerMinute: recordedPerMinute[outcome] / 2 };
    const { isAllowed } = await this.limiter.take(bucket);
    if (!isAllowed) this.#left.set(outcome, (this.#left.get(outcome) ?? 0) + 1);
    return isAllowed;
  }
}
