import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { Ids } from '#kernel/ids.js';

const randomBytesPerId = 16;
/** Where uuid takes the sequence of an id without one from. */
const sequenceAt = 6;

/** Ids of one process sort in the order in which they were made, also within a millisecond, as long as its clock is not set back. */
export class SystemIds extends Ids {
  /** Random bytes are fetched for many ids at once: one by one they cost more than the rest of an id. */
  readonly #random = Buffer.alloc(randomBytesPerId * 256);
  #used = this.#random.length;
  #msecs = 0;
  #sequence = 0;

  next(): string {
    const random = this.#nextRandom();
    const msecs = Date.now();
    // It begins at a random number of 31 bits in each millisecond, so it cannot pass 32 bits.
    this.#sequence = msecs === this.#msecs ? this.#sequence + 1 : random.readUInt32BE(sequenceAt) >>> 1;
    this.#msecs = msecs;
    return v7({ random, msecs, seq: this.#sequence });
  }

  #nextRandom(): Buffer {
    if (this.#used === this.#random.length) {
      randomFillSync(this.#random);
      this.#used = 0;
    }
    this.#used += randomBytesPerId;
    return this.#random.subarray(this.#used - randomBytesPerId, this.#used);
  }
}
