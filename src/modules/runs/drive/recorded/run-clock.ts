import type { Clock } from '#kernel/clock.js';
import type { ExecutionEvent, ExecutionStarted } from '#engine/execution.events.js';

/**
 * The time of one run: its deadline and its duration. The time of pauses counts for neither. From the moment when this process began with the
 * run, time passes as on a steady clock: a clock that is set meanwhile neither ends the run nor makes it longer.
 */
export class RunClock {
  readonly #startedAt: number;
  readonly #allowedMs: number;
  /** What is to be added to the steady clock. */
  readonly #offsetMs: number;
  #deadlineAt: number;
  #pausedMs = 0;
  /** When the last pause was due to end by itself; null if none was or an answer ended it. `#wokenAt` is the last of these that has passed. */
  #alarmAt: string | null = null;
  #wokenAt = 0;

  /** @param startedMs the time of the steady clock at `startedAt`, if the run was started by this process and not taken over */
  constructor(
    private readonly clock: Clock,
    { startedAt, deadlineAt }: Pick<ReturnType<typeof ExecutionStarted>['payload'], 'startedAt' | 'deadlineAt'>,
    startedMs?: number,
  ) {
    this.#startedAt = Date.parse(startedAt);
    this.#deadlineAt = Date.parse(deadlineAt);
    this.#allowedMs = this.#deadlineAt - this.#startedAt;
    this.#offsetMs = startedMs === undefined ? clock.now().getTime() - clock.steadyMs() : this.#startedAt - startedMs;
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
    return Math.round(this.#offsetMs + this.clock.steadyMs());
  }

  /** Timers up to this time are due. Timers follow the clock of the database: a pause that woke the run is due even if the clock here is behind. */
  reached(): number {
    return Math.max(this.now(), this.#wokenAt);
  }

  iso(): string {
    return this.clock.isoOf(this.now());
  }

  remainingMs(): number {
    return Math.max(0, this.#deadlineAt - this.now());
  }

  /** The times of a run that ends now. */
  times(): { endedAt: string; durationMs: number } {
    return { endedAt: this.iso(), durationMs: this.now() - this.#startedAt - this.#pausedMs };
  }
}
