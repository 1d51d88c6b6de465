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
 * a query. A stream that began before digests existed has none.
 */
export class StreamHeads {
  readonly #heads = new LRUCache<string, Head>({ max: mostHeads });

  constructor(private readonly pool: Pool) {}

  /** The appends whose running digest must be loaded first. */
  unknown(streams: readonly StreamAppend[]): readonly StreamAppend[] {
    return streams.filter((stream) => isChained(stream) && stream.expected > 0 && this.#known(stream) === undefined);
  }

  /** Afterwards they are known. */
  async load(streams: readonly StreamAppend[]): Promise<void> {
    await Promise.all(
      streams.map(async ({ streamId, expected }) => {
        const { rows } = await this.pool.query<{ digest: string | null }>({
          name: 'stream_head',
          text: 'select digest from run_event where stream_id = $1 and version = $2',
          values: [streamId, expected],
        });
        const mark = parseMark(rows[0]?.digest ?? '');
        this.note(streamId, expected, mark?.last === expected ? mark.digest : undefined);
      }),
    );
  }

  chained(streams: readonly StreamAppend[]): readonly ChainedAppend[] {
    return streams.map((stream) => ({ ...stream, previous: this.#previous(stream) }));
  }

  /** Notes a mark that was read, unless a later one is known: appends of this process may be on their way. */
  read(streamId: string, text: string): void {
    const mark = parseMark(text);
    if (mark !== undefined && (this.#heads.get(streamId)?.version ?? 0) < mark.last) this.note(streamId, mark.last, mark.digest);
  }

  note(streamId: string, version: number, digest: string | undefined): void {
    this.#heads.set(streamId, { version, digest });
  }

  forget(streams: readonly StreamAppend[]): void {
    for (const { streamId } of streams) this.#heads.delete(streamId);
  }

  #previous(stream: StreamAppend): string | undefined {
    if (!isChained(stream)) return undefined;
    return stream.expected === 0 ? digestStart : this.#known(stream)?.digest;
  }

  #known({ streamId, expected }: StreamAppend): Head | undefined {
    const head = this.#heads.get(streamId);
    return head?.version === expected ? head : undefined;
  }
}

function isChained({ lifetime }: StreamAppend): boolean {
  return lifetime === 'run';
}
