import type { Clock } from '#kernel/clock.js';
import type { ExecutionEvent, ExecutionStarted } from '#engine/execution.events.js';

/** The time of one run: its deadline and its duration. The time of pauses counts for neither. */
export class RunClock {
  readonly #startedAt: number;
  readonly #allowedMs: number;
  #deadlineAt: number;
  #pausedMs = 0;
  /** When the last pause was due to end by itself; null if none was or an answer ended it. `#wokenAt` is the last of these that has passed. */
  #alarmAt: string | null = null;
  #wokenAt = 0;

  constructor(
    private readonly clock: Clock,
    { startedAt, deadlineAt }: Pick<ReturnType<typeof ExecutionStarted>['payload'], 'startedAt' | 'deadlineAt'>,
  ) {
    this.#startedAt = Date.parse(startedAt);
    this.#deadlineAt = Date.parse(deadlineAt);
    this.#allowedMs = this.#deadlineAt - this.#startedAt;
  }

  /** To be called with each event of the history. */
  take({ type, payload }: ExecutionEvent): void {
    if (type === 'execution.paused') {
      this.#pausedMs -= Date.parse(payload.pausedAt);
      this.#alarmAt = payload.resumeAt;
    }
    if (type === 'execution.pause-ended') this.#alarmAt = null;
    if (type !== 'execution.resumed') return;
    if (this.#alarmAt !== null) this.#wokenAt = Date.parse(this.#alarmAt);
    this.#pausedMs += Date.parse(payload.at);
    this.#deadlineAt = Date.parse(payload.deadlineAt);
  }

  get allowedSeconds(): number {
    return Math.round(this.#allowedMs / 1000);
  }

  now(): number {
    return this.clock.now().getTime();
  }

  /** Timers up to this time are due. Timers follow the clock of the database: a pause that woke the run is due even if the clock here is behind. */
  reached(): number {
    return Math.max(this.now(), this.#wokenAt);
  }

  iso(): string {
    return this.clock.iso();
  }

  remainingMs(): number {
    return Math.max(0, this.#deadlineAt - this.now());
  }

  /** The times of a run that ends now. */
  times(): { endedAt: string; durationMs: number } {
    return { endedAt: this.iso(), durationMs: this.now() - this.#startedAt - this.#pausedMs };
  }
}
