import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { asFailure, OutboundFailure, type OutboundStreamRequest } from '../outbound-http.js';
import type { StreamWatch } from './stream-watch.js';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
const maxResponseBytes = 16 * 1024 * 1024;
/** Beyond it the connection is not read until the caller has caught up. */
const mostHeldBytes = 64 * 1024;
/** Beyond it nothing more is gathered. */
const mostGatheredBytes = 16 * 1024;

/**
 * The body of an answer as it arrives. Servers and proxies may compress it although they were asked not to. Pieces are taken as they come,
 * because a stream of Node.js drops what it holds when its connection is reset.
 */
export class StreamedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #source: Readable;
  readonly #pieces: Buffer[] = [];
  #heldBytes = 0;
  #size = 0;
  #end: 'complete' | Error | undefined;
  #isGathering = false;
  #wake: () => void = () => undefined;
  readonly #maxBytes: number;
  readonly #gatherMs: () => number;

  /** @throws OutboundFailure (network) when the encoding is unknown */
  constructor(
    private readonly response: IncomingMessage,
    private readonly watch: StreamWatch,
    limits: Pick<OutboundStreamRequest, 'maxResponseBytes' | 'gatherMs'>,
  ) {
    this.#maxBytes = limits.maxResponseBytes ?? maxResponseBytes;
    this.#gatherMs = limits.gatherMs ?? (() => 0);
    this.#source = decoded(response);
    this.#source
      .on('data', (piece: Buffer) => this.#take(piece))
      .on('end', () => this.#ends('complete'))
      .on('error', (error) => this.#ends(error))
      .on('close', () => this.#ends(new OutboundFailure('network', 'The connection ended in the middle of the answer')));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    try {
      const value = await this.#next();
      if (value === undefined) return this.#finish();
      this.#size += value.length;
      if (this.#size > this.#maxBytes) throw new OutboundFailure('too-large', `The response is larger than ${this.#maxBytes} bytes`);
      return { done: false, value };
    } catch (error) {
      this.#finish();
      throw this.watch.signal.aborted ? this.watch.signal.reason : asFailure(error);
    }
  }

  /** The reader leaves: a body that was not read to its end closes its connection. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.#finish();
  }

  /** Undefined at the end. */
  async #next(): Promise<Buffer | undefined> {
    if (this.#size > 0) await this.#gather();
    for (;;) {
      this.watch.signal.throwIfAborted();
      if (this.#pieces.length > 0) return this.#passOn();
      if (this.#end === 'complete') return undefined;
      if (this.#end !== undefined) throw this.#end;
      this.watch.awaits('idleMs');
      await new Promise<void>((resolve) => (this.#wake = resolve));
      this.watch.rests();
    }
  }

  /** What has arrived, in one piece. */
  #passOn(): Buffer {
    const [first] = this.#pieces;
    const piece = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
    if (this.#heldBytes >= mostHeldBytes) this.#source.resume();
    this.#pieces.length = 0;
    this.#heldBytes = 0;
    return piece;
  }

  /** Until the time is over, enough has arrived, or the body has ended. */
  async #gather(): Promise<void> {
    const ms = this.#gatherMs();
    if (ms <= 0 || this.#end !== undefined || this.#heldBytes >= mostGatheredBytes) return;
    this.#isGathering = true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#isGathering = false;
  }

  #take(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#heldBytes += piece.length;
    if (this.#heldBytes >= mostHeldBytes) this.#source.pause();
    if (!this.#isGathering || this.#heldBytes >= mostGatheredBytes) this.#wake();
  }

  #ends(end: 'complete' | Error): void {
    this.#end ??= end;
    this.#wake();
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
