import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** More bytes came than were allowed. */
export class ObjectTooLarge extends Error {
  constructor(readonly most: number) {
    super(`There are more than ${most} bytes`);
    this.name = 'ObjectTooLarge';
  }
}

/** Counts and digests what flows through, and breaks off at the first byte too many. */
export class Meter extends Transform {
  readonly #digest = createHash('sha256');
  #size = 0;

  constructor(private readonly most: number) {
    super();
  }

  /** Bytes. Not named `size`: the S3 client would believe that it is known beforehand. */
  get counted(): number {
    return this.#size;
  }

  /** Of everything, in hexadecimal. To be called once, at the end. */
  sha256(): string {
    return this.#digest.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > this.most) return done(new ObjectTooLarge(this.most));
    this.#digest.update(chunk);
    done(null, chunk);
  }
}
