import { Injectable } from '@nestjs/common';

/** The number of documents that one process reads at the same time. Each one takes a CPU core and up to a gigabyte of memory. */
const slots = 2;
/**
 * The number of documents that wait for a slot in this process. Each of them occupies a worker, so there are only as many as keep the
 * slots busy.
 */
const mostWaiting = 4;

/** Lets a few documents wait for a slot. The others return to the queue. */
@Injectable()
export class ReadingSlots {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** @returns a function that releases the slot; undefined when too many are already waiting */
  async take(): Promise<(() => void) | undefined> {
    if (this.#taken < slots) this.#taken += 1;
    else if (this.#waiting.length < mostWaiting) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else return undefined;
    let isTaken = true;
    return () => {
      if (isTaken) this.#giveBack();
      isTaken = false;
    };
  }

  /** Hands the slot to the longest waiting document. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
