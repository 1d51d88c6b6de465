import { on } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * The bytes of a file in a form, as they come. A chunk is good until the next one is asked for: then its memory is given back at once,
 * since the collector lets 64 MB of such memory gather before it looks. Whoever stops reading may go on later, where they stopped.
 */
export class UploadedBytes {
  readonly #chunks: AsyncGenerator<Buffer>;
  #size = 0;

  constructor(private readonly stream: Readable) {
    this.#chunks = this.#read();
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return { next: () => this.#chunks.next() };
  }

  /** Reads what is left. @returns how many bytes there were in all. @throws when the stream breaks off */
  async wholeSize(): Promise<number> {
    for await (const _ of this);
    return this.#size;
  }

  async *#read(): AsyncGenerator<Buffer> {
    const { stream } = this;
    const memory = new SpentMemory();
    if (stream.destroyed) throw brokenOff(stream);
    // Not the iterator of the stream: that joins chunks to new ones.
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
 * A chunk of a body has memory of its own, and the parser of the form cuts the file from it piece by piece. Once a piece of another one comes nothing
 * is left in the one before: what precedes the file was read before it, and what follows the file stands in the last one, which is not given back.
 */
class SpentMemory {
  #last: ArrayBuffer | undefined;

  use({ buffer, length }: Buffer): void {
    // Buffers that share memory with others have less than half of it.
    if (!(buffer instanceof ArrayBuffer) || length * 2 < buffer.byteLength || buffer === this.#last) return;
    this.#last?.transfer(0);
    this.#last = buffer;
  }
}

function brokenOff(stream: Readable): Error {
  return stream.errored ?? Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
}
