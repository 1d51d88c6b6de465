import { on } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * The bytes of a file in a form, as they arrive. A chunk is valid until the reader asks for the next one: then its memory is freed at once,
 * since the garbage collector lets 64 MB of such memory gather before it runs. A reader that stops can continue later at the same place.
 */
export class UploadedBytes {
  readonly #chunks: AsyncGenerator<Buffer>;
  #size = 0;

  constructor(private readonly stream: Readable) {
    this.#chunks = this.#read();
  }

  /** How many bytes were read so far. */
  get size(): number {
    return this.#size;
  }

  /** Whether the caller has broken off before the end of the file. */
  get isBroken(): boolean {
    return this.stream.errored !== null || (this.stream.destroyed && !this.stream.readableEnded);
  }

  /** The reader gets the error, and no further bytes. */
  breakOff(error: Error): void {
    if (!this.stream.readableEnded) this.stream.destroy(error);
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return { next: () => this.#chunks.next() };
  }

  /** Reads the rest. @returns how many bytes there were in all. @throws when the stream breaks off */
  async wholeSize(): Promise<number> {
    for await (const _ of this);
    return this.#size;
  }

  async *#read(): AsyncGenerator<Buffer> {
    const { stream } = this;
    const memory = new SpentMemory();
    if (stream.destroyed) throw brokenOff(stream);
    // The iterator of the stream would join chunks into new ones.
    const chunks = on(stream, 'data', { close: ['end', 'close'], highWaterMark: 1, lowWaterMark: 1 });
    for await (const [chunk] of chunks as AsyncIterable<[Buffer]>) {
      memory.use(chunk);
      this.#size += chunk.length;
      yield chunk;
    }
    if (!stream.readableEnded) throw brokenOff(stream);
  }
}

/**
 * Each chunk of a body has separate memory, and the form parser cuts the file from it piece by piece. When a piece of the next chunk arrives,
 * the previous chunk is used up: bytes before the file were read earlier, and bytes after the file are in the last chunk, which is not freed.
 */
class SpentMemory {
  #last: ArrayBuffer | undefined;

  use({ buffer, length }: Buffer): void {
    // A buffer that shares its memory with others has less than half of it.
    if (!(buffer instanceof ArrayBuffer) || length * 2 < buffer.byteLength || buffer === this.#last) return;
    this.#last?.transfer(0);
    this.#last = buffer;
  }
}

function brokenOff(stream: Readable): Error {
  return stream.errored ?? Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}
