import type { Readable } from 'node:stream';

/** Part of something stored: from byte `first` to byte `last`, both included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Nothing lies at a location, although something was to be there. */
export class BytesMissing extends Error {
  constructor(location: string, options?: ErrorOptions) {
    super(`There are no bytes at ${location}`, options);
    this.name = 'BytesMissing';
  }
}

/** Where bytes lie: a folder, or a bucket. A location is an id of ours that is used once and never again. */
export abstract class ByteStore {
  /**
   * Durable when it resolves. When it rejects, also because the source broke off, nothing is left at the location. A chunk of the source
   * is good until the next one is asked for: who wants to keep it copies it.
   */
  abstract write(location: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;

  /** All of it, or a part of it. @throws BytesMissing before the first byte */
  abstract open(location: string, range?: ByteRange): Promise<Readable>;

  /** Whether a write to the location was finished. */
  abstract exists(location: string): Promise<boolean>;

  /** Removes what lies there, and what an interrupted write has left. Nothing there is fine too. */
  abstract remove(location: string): Promise<void>;

  /** Lets go of connections. */
  abstract close(): Promise<void>;
}
