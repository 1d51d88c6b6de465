import type { Clock } from '#kernel/clock.js';
import type { ExecutionEvent, ExecutionStarted } from '#engine/execution.events.js';

/** The time of one run: when it must have ended, and how long it has been at work. What it waited counts for neither. */
export class RunClock {
  readonly #startedAt: number;
  readonly #allowedMs: number;
  #deadlineAt: number;
  #pausedMs = 0;
  /** The moment that the last rest waited for, and the one that has come since; both null where an answer ended the rest. */
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

  /** To be told each event of the past. */
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

  /** Up to when moments have come. A timer goes by the clock of the database: what it has woken is due, whatever the clock here says. */
  reached(): number {
    return Math.max(this.now(), this.#wokenAt);
  }

  iso(): string {
    return this.clock.iso();
  }

  remainingMs(): number {
    return Math.max(0, this.#deadlineAt - this.now());
  }

  /** How a run says that it has ended now. */
  times(): { endedAt: string; durationMs: number } {
    return { endedAt: this.iso(), durationMs: this.now() - this.#startedAt - this.#pausedMs };
  }
}
