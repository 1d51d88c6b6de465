import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { asFailure, OutboundFailure } from './outbound-http.js';
import type { StreamWatch } from './stream-watch.js';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body of an answer as it arrives. Servers and proxies may compress it although they were asked not to. */
export class StreamedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #source: AsyncIterator<Buffer>;
  #size = 0;

  /** @throws OutboundFailure (network) when the encoding is unknown */
  constructor(
    private readonly response: IncomingMessage,
    private readonly maxBytes: number,
    private readonly watch: StreamWatch,
  ) {
    this.#source = decoded(response)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      this.watch.signal.throwIfAborted();
      this.watch.awaits('idleMs');
      const { done = false, value } = await this.#source.next();
      this.watch.signal.throwIfAborted();
      this.watch.rests();
      if (done) return this.#finish();
      this.#size += (value as Buffer).length;
      if (this.#size > this.maxBytes) throw new OutboundFailure('too-large', `The response is larger than ${this.maxBytes} bytes`);
      return { done: false, value: value as Buffer };
    } catch (error) {
      this.#finish();
      throw this.watch.signal.aborted ? this.watch.signal.reason : asFailure(error);
    }
  }

  /** The reader leaves: a body that was not read to its end closes its connection. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#finish();
  }

  #finish(): IteratorReturnResult<undefined> {
    this.watch.close();
    this.response.destroy();
    return { done: true, value: undefined };
  }
}

function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const decoder = decoders[encoding]?.();
  if (decoder === undefined) throw new OutboundFailure('network', 'The response has an unknown content encoding');
  // The error reaches the reader through the decoder.
  return pipeline(response, decoder, () => undefined);
}
