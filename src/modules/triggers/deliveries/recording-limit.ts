import { Injectable } from '@nestjs/common';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { Clock } from '#kernel/clock.js';
import type { RegisteredTrigger } from '../store/triggers.js';

/** Outcomes that a sender can cause without limit and that start nothing. */
export type LimitedOutcome = 'duplicate' | 'refused';

const recordedPerMinute = 10;
const minuteMs = 60_000;

/** Limits how many duplicates and refusals of one trigger are stored, so that a sender who repeats an event does not fill the log. The sender receives the same response. */
@Injectable()
export class RecordingLimit {
  readonly #left = new Map<LimitedOutcome, number>([
    ['duplicate', 0],
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
    const bucket = { key: `${id}:${outcome}:${minute}`, ratePerMinute: recordedPerMinute / 2 };
    const { isAllowed } = await this.limiter.take(bucket);
    if (!isAllowed) this.#left.set(outcome, (this.#left.get(outcome) ?? 0) + 1);
    return isAllowed;
  }
}
