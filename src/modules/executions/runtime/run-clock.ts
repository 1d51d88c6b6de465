import type { Clock } from '#kernel/clock.js';
import type { ExecutionEvent, ExecutionStarted } from '../domain/execution.events.js';

/** The time of one run: when it must have ended, and how long it has been at work. What it waited counts for neither. */
export class RunClock {
  readonly #startedAt: number;
  readonly #allowedMs: number;
  #deadlineAt: number;
  #pausedMs = 0;

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
    if (type === 'execution.paused') this.#pausedMs -= Date.parse(payload.pausedAt);
    if (type !== 'execution.resumed') return;
    this.#pausedMs += Date.parse(payload.at);
    this.#deadlineAt = Date.parse(payload.deadlineAt);
  }

  get allowedSeconds(): number {
    return Math.round(this.#allowedMs / 1000);
  }

  now(): number {
    return this.clock.now().getTime();
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
