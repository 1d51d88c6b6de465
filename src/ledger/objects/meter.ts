import { createHash } from 'node:crypto';

/** More bytes came than were allowed. */
export class ObjectTooLarge extends Error {
  constructor(readonly most: number) {
    super(`There are more than ${most} bytes`);
    this.name = 'ObjectTooLarge';
  }
}

/** Counts and digests what flows through, and breaks off at the first byte too many. */
export class Meter {
  readonly #digest = createHash('sha256');
  #size = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(private readonly most: number) {}

  /** Bytes. Not named `size`: the S3 client would believe that it is known beforehand. */
  get counted(): number {
    return this.#size;
  }

  /** Why the source broke off, or was broken off; undefined as long as it did not. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** Of everything, in hexadecimal. To be called once, at the end. */
  sha256(): string {
    return this.#digest.digest('hex');
  }

  /** The chunks of the source as they are, each when it is asked for and not before. */
  async *measure(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        this.#count(chunk);
        yield chunk;
      }
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  #count(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size > this.most) throw new ObjectTooLarge(this.most);
    this.#digest.update(chunk);
  }
}
