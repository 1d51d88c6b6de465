import type { Happenings } from './happenings.js';

/** Does one piece of work after the other, each when a core is free. */
export interface Thread {
  /** @param us processor time */
  work(us: number, done: () => void): void;
}

interface Piece {
  readonly us: number;
  readonly done: () => void;
}

interface Waiting {
  readonly pieces: Piece[];
  isScheduled: boolean;
}

/** Cores that threads take in turns. Who waits longest is next. Where many wait, work takes longer: caches are cold, and garbage collectors wait for their helpers. */
export class CpuPool {
  busyUs = 0;
  readonly #ready: Waiting[] = [];
  #free: number;

  constructor(
    private readonly time: Happenings,
    readonly cores: number,
    /** By how much work takes longer for each thread that waits for a core. */
    private readonly crowding: number,
  ) {
    this.#free = cores;
  }

  thread(): Thread {
    const own: Waiting = { pieces: [], isScheduled: false };
    return {
      work: (us, done) => {
        own.pieces.push({ us, done });
        if (!own.isScheduled) this.#schedule(own);
      },
    };
  }

  #schedule(thread: Waiting): void {
    thread.isScheduled = true;
    this.#ready.push(thread);
    this.#start();
  }

  #start(): void {
    while (this.#free > 0) {
      const next = this.#ready.shift();
      const piece = next?.pieces.shift();
      if (next === undefined || piece === undefined) return;
      this.#free -= 1;
      const us = piece.us * (1 + (this.crowding * this.#ready.length) / this.cores);
      this.time.after(us, () => {
        this.#free += 1;
        this.busyUs += us;
        next.isScheduled = false;
        if (next.pieces.length > 0) this.#schedule(next);
        piece.done();
        this.#start();
      });
    }
  }
}
