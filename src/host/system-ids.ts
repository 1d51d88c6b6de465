import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { Ids } from '#kernel/ids.js';

const randomBytesPerId = 16;

export class SystemIds extends Ids {
  /** Random bytes are fetched for many ids at once: one by one they cost more than the rest of an id. */
  readonly #random = Buffer.alloc(randomBytesPerId * 256);
  #used = this.#random.length;

  next(): string {
    return v7({ random: this.#nextRandom() });
  }

  #nextRandom(): Uint8Array {
    if (this.#used === this.#random.length) {
      randomFillSync(this.#random);
      this.#used = 0;
    }
    this.#used += randomBytesPerId;
    return this.#random.subarray(this.#used - randomBytesPerId, this.#used);
  }
}
