import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import type { Random } from './random.js';

/** Where something happens. What was to happen in a process that was killed never does; in a frozen one it happens when it thaws. */
export interface Host {
  readonly isAlive: boolean;
  readonly frozenUntil: number;
}

interface Happening {
  at: number;
  /** Decides between those that happen at the same time. */
  tie: number;
  order: number;
  readonly host: Host | null;
  readonly label: string;
  readonly action: () => void;
  isCalledOff: boolean;
}

const begin = Date.UTC(2026, 0, 5, 10);

/**
 * All that will happen, in the order of a virtual clock. The clock moves only when nothing is left to do at its time; among what is due
 * at the same time chance decides. Nothing else makes anything happen, so the order of everything follows from the seed.
 */
export class VirtualTime {
  now = begin;
  steps = 0;
  /** The last one happens first. */
  readonly #ahead: Happening[] = [];
  #orders = 0;

  constructor(private readonly random: Random) {}

  /** @returns how to call it off */
  after(ms: number, label: string, host: Host | null, action: () => void): () => void {
    const happening = { at: this.now + ms, tie: this.random.next(), order: (this.#orders += 1), host, label, action, isCalledOff: false };
    this.#insert(happening);
    return () => {
      happening.isCalledOff = true;
    };
  }

  /** Lets the next thing happen, and all that follows from it without waiting. @returns its name; undefined when nothing is left */
  async step(): Promise<string | undefined> {
    for (let next = this.#ahead.pop(); next !== undefined; next = this.#ahead.pop()) {
      if (next.isCalledOff || next.host?.isAlive === false) continue;
      if (next.host !== null && next.host.frozenUntil > next.at) {
        this.#insert(Object.assign(next, { at: next.host.frozenUntil, tie: -1, order: (this.#orders += 1) }));
        continue;
      }
      this.now = next.at;
      this.steps += 1;
      next.action();
      // Promises are settled before the next immediate, however long their chain is.
      await new Promise((resolve) => setImmediate(resolve));
      return next.label;
    }
    return undefined;
  }

  #insert(happening: Happening): void {
    let [low, high] = [0, this.#ahead.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#ahead[middle];
      if (other !== undefined && isBefore(happening, other)) low = middle + 1;
      else high = middle;
    }
    this.#ahead.splice(low, 0, happening);
  }
}

function isBefore(one: Happening, other: Happening): boolean {
  if (one.at !== other.at) return one.at < other.at;
  return one.tie === other.tie ? one.order < other.order : one.tie < other.tie;
}

export class VirtualClock extends Clock {
  constructor(private readonly time: VirtualTime) {
    super();
  }

  now(): Date {
    return new Date(this.time.now);
  }
}

/** The timers of one process. */
export class VirtualTimers extends Timers {
  constructor(
    private readonly time: VirtualTime,
    private readonly host: Host,
  ) {
    super();
  }

  after(ms: number, action: () => void): () => void {
    return this.time.after(ms, `timer of ${ms} ms`, this.host, action);
  }

  soon(action: () => void): void {
    this.time.after(0, 'soon', this.host, action);
  }
}
