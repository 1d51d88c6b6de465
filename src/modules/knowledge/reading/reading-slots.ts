import { Injectable } from '@nestjs/common';
import { InfrastructureFault } from '#kernel/errors.js';

/** The number of documents that one process reads at the same time. Each one takes a CPU core and up to a gigabyte of memory. */
const slots = 2;
/**
 * The number of documents of knowledge bases that wait for a slot in this process. Each of them occupies a worker, so there are only as many
 * as keep the slots busy.
 */
const mostWaiting = 4;
/** The number of runs that wait for a slot in this process. */
const mostRunsWaiting = 64;

/** Lets a few documents wait for a slot: those of runs before those of knowledge bases, which return to the queue when too many wait. */
@Injectable()
export class ReadingSlots {
  readonly #runs = new Set<() => void>();
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  /** @returns a function that releases the slot; undefined when too many are already waiting */
  async take(): Promise<(() => void) | undefined> {
    if (this.#taken < slots) this.#taken += 1;
    else if (this.#waiting.size < mostWaiting) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    else return undefined;
    return this.#release();
  }

  /**
   * Waits for a slot for a document that a run reads. @returns a function that releases the slot
   * @throws InfrastructureFault when too many runs are already waiting, or the reason of the signal
   */
  async takeForRun(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#taken < slots) this.#taken += 1;
    else if (this.#runs.size < mostRunsWaiting) await this.#turn(signal);
    else throw new InfrastructureFault('Too many documents are being read at the moment. Retry shortly.');
    return this.#release();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#runs.delete(begin);
        reject(signal.reason as Error);
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#runs.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #release(): () => void {
    let isTaken = true;
    return () => {
      if (isTaken) this.#giveBack();
      isTaken = false;
    };
  }

  /** Hands the slot to the run that has waited longest, or else to the document of a knowledge base that has. */
  #giveBack(): void {
    const line = this.#runs.size > 0 ? this.#runs : this.#waiting;
    const [next] = line;
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    line.delete(next);
    next();
  }
}
