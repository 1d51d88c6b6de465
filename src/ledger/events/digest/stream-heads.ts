import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { StreamAppend } from '../event-store.js';
import { digestStart, parseMark } from './stream-digest.js';

/** An append, and the running digest of its stream before it; undefined: the stream has none. */
export interface ChainedAppend extends StreamAppend {
  readonly previous: string | undefined;
}

interface Head {
  readonly version: number;
  readonly digest: string | undefined;
}

const mostHeads = 10_000;

/**
 * The running digests of streams of runs. Digests that this process has read or written last are kept, so that an append seldom needs
 * a query. Only digests of stored events are kept: of two appends at one position one is refused, and what follows must continue the other.
 * A stream that began before digests existed has none.
 */
export class StreamHeads {
  readonly #heads = new LRUCache<string, Head>({ max: mostHeads });
  /** The last append of each stream that is not stored yet. */
  readonly #onTheirWay = new Map<string, Promise<unknown>>();

  constructor(private readonly pool: Pool) {}

  /** A promise if a digest must be loaded, or if an earlier append of a stream is not stored yet. */
  chained(streams: readonly StreamAppend[]): readonly ChainedAppend[] | Promise<readonly ChainedAppend[]> {
    const heads = streams.map((stream) => this.#head(stream));
    if (!heads.includes(undefined)) return streams.map((stream, index) => ({ ...stream, previous: heads[index]?.digest }));
    return Promise.all(
      streams.map(async (stream, index) => ({ ...stream, previous: (heads[index] ?? (await this.#load(stream))).digest })),
    );
  }

  /** Keeps the digests of the streams after an append, once it is stored. Resolves or rejects as `sent` does. */
  async follow(streams: readonly StreamAppend[], digests: readonly (string | undefined)[], sent: Promise<void>): Promise<void> {
    const stored = sent.then(
      () => {
        for (const [index, stream] of streams.entries()) {
          if (isChained(stream) && stream.events.length > 0) this.#note(stream, stream.expected + stream.events.length, digests[index]);
        }
      },
      (error: unknown) => {
        for (const { streamId } of streams) this.#heads.delete(streamId);
        throw error;
      },
    );
    const chained = streams.filter(isChained);
    for (const { streamId } of chained) this.#onTheirWay.set(streamId, stored);
    try {
      await stored;
    } finally {
      for (const { streamId } of chained) if (this.#onTheirWay.get(streamId) === stored) this.#onTheirWay.delete(streamId);
    }
  }

  /** Notes a mark that was read, unless a later one is known: it may have been read before that was stored. */
  read(streamId: string, text: string): void {
    const mark = parseMark(text);
    if (mark !== undefined && (this.#heads.get(streamId)?.version ?? 0) <= mark.last) this.#note({ streamId }, mark.last, mark.digest);
  }

  /** The head that an append continues; undefined if it is not known. */
  #head(stream: StreamAppend): Head | undefined {
    if (!isChained(stream)) return noHead;
    if (stream.expected === 0) return firstHead;
    const head = this.#heads.get(stream.streamId);
    return head?.version === stream.expected ? head : undefined;
  }

  async #load(stream: StreamAppend): Promise<Head> {
    await this.#onTheirWay.get(stream.streamId)?.catch(() => undefined);
    const known = this.#head(stream);
    if (known !== undefined) return known;
    const { streamId, expected } = stream;
    const { rows } = await this.pool.query<{ digest: string | null }>({
      name: 'stream_head',
      text: 'select digest from run_event where stream_id = $1 and version = $2',
      values: [streamId, expected],
    });
    const [row] = rows;
    const mark = parseMark(row?.digest ?? '');
    const head = { version: expected, digest: mark?.last === expected ? mark.digest : undefined };
    if (row !== undefined) this.#note(stream, expected, head.digest);
    return head;
  }

  #note({ streamId }: Pick<StreamAppend, 'streamId'>, version: number, digest: string | undefined): void {
    this.#heads.set(streamId, { version, digest });
  }
}

const noHead: Head = { version: 0, digest: undefined };
const firstHead: Head = { version: 0, digest: digestStart };

function isChained({ lifetime }: StreamAppend): boolean {
  return lifetime === 'run';
}
