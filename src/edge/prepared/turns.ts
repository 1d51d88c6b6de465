import { growingCache } from '#host/caches/growing-cache.js';
import { clientOf } from '#edge/request/client-address.js';

const mostAddresses = 10_000;

interface Rate {
  readonly perSecond: number;
  /** How many requests need not wait after a pause. */
  readonly burst: number;
}

interface TurnsOptions {
  readonly ofAddress: Rate;
  readonly inAll: Rate;
  /** A request that would wait longer gets no turn. */
  readonly mostWaitMs: number;
  readonly nowMs: () => number;
}

/**
 * Turns for requests that anybody may send: so many a second for each client address, and in all. The others wait. A refusal costs the server
 * almost as much as an answer, and a client that is refused at once sends its next request at once; a client that waits does not.
 */
export class Turns {
  readonly #ofAddresses = growingCache<Line>(mostAddresses);
  readonly #inAll: Line;

  constructor(private readonly options: TurnsOptions) {
    this.#inAll = new Line(options.inAll);
  }

  /** @returns ms until the turn of a request; undefined: it would wait too long */
  next(address: string): number | undefined {
    const client = clientOf(address);
    const line = this.#ofAddresses.get(client) ?? new Line(this.options.ofAddress);
    this.#ofAddresses.set(client, line);
    const now = this.options.nowMs();
    const waitMs = Math.max(line.waitMs(now), this.#inAll.waitMs(now));
    if (waitMs > this.options.mostWaitMs) return undefined;
    line.join(now);
    this.#inAll.join(now);
    return waitMs;
  }
}

/** The generic cell rate algorithm: only the time at which the line will be empty is kept. */
class Line {
  readonly #stepMs: number;
  readonly #burstMs: number;
  #emptyAtMs = Number.NEGATIVE_INFINITY;

  constructor({ perSecond, burst }: Rate) {
    this.#stepMs = 1000 / perSecond;
    this.#burstMs = (burst - 1) * this.#stepMs;
  }

  waitMs(now: number): number {
    return Math.max(0, this.#emptyAtMs - now - this.#burstMs);
  }

  join(now: number): void {
    this.#emptyAtMs = Math.max(this.#emptyAtMs, now) + this.#stepMs;
  }
}
