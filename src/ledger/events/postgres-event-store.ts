import type { Pool } from 'pg';
import { isoTimes } from '#ledger/database/iso-times.js';
import { parseStored } from '#host/loop/parse-in-pieces.js';
import { isLargeJson } from '#host/loop/write-json.js';
import type { Clock } from '#kernel/clock.js';
import type { EventMeta, NewEvent, RecordedEvent, RecordedOf } from '#kernel/event.js';
import { nilId } from '#kernel/ids.js';
import { isOutlined } from '#kernel/models/event-contents.js';
import type { Lifetime, Stream } from '#kernel/stream.js';
import { GatheredReads } from '#ledger/rows/gathered-reads.js';
import { project, type Projection } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { AppendLane } from './append-lane.js';
import { encodeAppend, withWrites, type EncodedAppend } from './append-statement.js';
import type { Outlining } from './contents/outlining.js';
import { StreamHeads } from './digest/stream-heads.js';
import type { EventCatalogue } from './event-catalogue.js';
import { EventStore, storedMeta, type Append, type AppendListener, type StreamAppend, type StreamPlace } from './event-store.js';
import { blobMonth, restorePayload, type Blob, type Claim } from './payload/payload-codec.js';
import type { PayloadObjects, PlacedBlobs } from './payload/payload-objects.js';
import { areSmall, WrittenParts } from './payload/written-parts.js';

/** A row of either event table, as the driver answers it. */
export interface EventRow {
  readonly lifetime: Lifetime;
  readonly stream_id: string;
  readonly version: number;
  readonly type: string;
  readonly schema_version: number;
  readonly workspace_id: string | null;
  readonly data: Record<string, unknown>;
  /** Null: the same as that of the event before it in its stream. */
  readonly meta: EventMeta | null;
  readonly claims: readonly Claim[] | null;
  /** ISO 8601. */
  readonly at: string;
  /** The running digest of the stream, with the first event of a stream and the last one of each append. */
  readonly digest: string | null;
}

/** What a query selects to get an `EventRow`. */
export const eventRowColumns = (lifetime: Lifetime): string =>
  `'${lifetime}' as lifetime, stream_id, version, type, schema_version, workspace_id, data, meta, claims, at, ${lifetime === 'run' ? 'digest' : 'null as digest'}`;

interface Restoration {
  /** What is known of its stream. */
  readonly blobs?: Map<string, Promise<unknown>>;
  /** Fields of the payload whose large parts stay out: null in their place. */
  readonly unread?: readonly string[];
}

/** Rows of a stream that are in memory at one time: 64 KB each at most, without their large parts. */
const mostRowsAtOnce = 512;

/** Writes the large parts of payloads; other work has its turn meanwhile if that takes long. */
async function writtenParts(payloads: readonly object[]): Promise<WrittenParts> {
  const parts = new WrittenParts();
  if (isLargeJson(payloads)) await parts.writeAll(payloads);
  return parts;
}

export class PostgresEventStore extends EventStore {
  readonly #listeners = new Set<AppendListener>();
  readonly #heads: StreamHeads;
  readonly #short = new GatheredReads<string, readonly EventRow[]>((ids) => this.#readShort(ids));
  /** The events that inline views are made of: few of those that are appended. */
  readonly #projected: ReadonlySet<string>;

  constructor(
    private readonly lane: AppendLane,
    private readonly pool: Pool,
    private readonly catalogue: EventCatalogue,
    private readonly inline: readonly Projection[],
    private readonly clock: Clock,
    /** Absent for commands that append to no run. */
    private readonly outlining?: Outlining,
    /** Absent: all large parts are rows. */
    private readonly payloads?: PayloadObjects,
  ) {
    super();
    this.#heads = new StreamHeads(pool);
    this.#projected = new Set(inline.flatMap(({ handlers }) => [...handlers.keys()]));
  }

  async append({ streams: given, writes: others = [], lease }: Append): Promise<void> {
    const at = this.clock.iso();
    const { streams, writes: contents } = this.outlining?.of(given, at) ?? { streams: given, writes: [] };
    const writes = contents.length === 0 ? others : [...contents, ...others];
    const payloads = streams.flatMap(({ events }) => events.map(({ payload }) => payload));
    const written = areSmall(payloads) ? undefined : await writtenParts(payloads);
    const chained = this.#heads.chained(streams);
    const append = encodeAppend(
      chained instanceof Promise ? await chained : chained,
      [...this.#project(streams, at), ...writes],
      lease,
      at,
      written,
    );
    await this.#heads.follow(streams, append.digests, this.#send(append));
    let delay: Promise<unknown> | undefined;
    for (const listener of this.#listeners) {
      const heard = listener(given);
      if (heard instanceof Promise) delay = delay === undefined ? heard : Promise.all([delay, heard]);
    }
    if (delay !== undefined) await delay;
  }

  async #send(append: EncodedAppend): Promise<void> {
    let placed: PlacedBlobs | undefined;
    try {
      placed = append.blobs.length === 0 ? undefined : await this.payloads?.place(append.blobs);
      await this.lane.append(placed === undefined ? append : withObjects(append, placed));
    } catch (error) {
      throw this.payloads?.refused(error, placed?.locations ?? []) ?? error;
    }
  }

  async read<Event extends NewEvent>(
    { lifetime }: Stream<Event>,
    streamId: string,
    after = 0,
    limit?: number,
  ): Promise<RecordedOf<Event>[]> {
    // Only events of its kind are ever appended to a stream.
    return (await this.#restored(await this.#read(lifetime, streamId, after, limit))) as RecordedOf<Event>[];
  }

  override async readStored<Event extends NewEvent>(
    { lifetime }: Stream<Event>,
    streamId: string,
    after = 0,
    limit?: number,
  ): Promise<RecordedOf<Event>[]> {
    return (await this.#recorded(await this.#read(lifetime, streamId, after, limit))) as RecordedOf<Event>[];
  }

  override async readWithout<Event extends NewEvent>(
    field: string,
    { lifetime }: Stream<Event>,
    streamId: string,
    after = 0,
    limit?: number,
  ): Promise<RecordedOf<Event>[]> {
    return (await this.#recorded(await this.#read(lifetime, streamId, after, limit), [field])) as RecordedOf<Event>[];
  }

  /** Reads the rows of several pages at once, since their large parts are stored elsewhere, and the next ones while these are used. */
  override async *storedPages<Event extends NewEvent>(
    { lifetime }: Stream<Event>,
    streamId: string,
    size: number,
  ): AsyncGenerator<RecordedOf<Event>[], void> {
    const rowsAtOnce = Math.ceil(mostRowsAtOnce / size) * size;
    const rowsAfter = (last: EventRow | undefined): Promise<readonly EventRow[]> =>
      this.#read(lifetime, streamId, last?.version ?? 0, rowsAtOnce).then((rows) => withMeta(rows, last?.meta));
    for (let next: Promise<readonly EventRow[]> | undefined = rowsAfter(undefined); next !== undefined;) {
      const rows: readonly EventRow[] = await next;
      next = rows.length === rowsAtOnce ? rowsAfter(rows.at(-1)) : undefined;
      // A caller that stops reading does not wait for it.
      next?.catch(() => undefined);
      for (let from = 0; from < rows.length; from += size) {
        yield (await this.#recorded(rows.slice(from, from + size))) as RecordedOf<Event>[];
      }
    }
  }

  override async readShort<Event extends NewEvent>(_stream: Stream<Event>, streamId: string): Promise<RecordedOf<Event>[]> {
    return (await this.#restored((await this.#short.get(streamId)) ?? [])) as RecordedOf<Event>[];
  }

  async #readShort(streamIds: readonly string[]): Promise<ReadonlyMap<string, readonly EventRow[]>> {
    const { rows } = await this.pool.query<EventRow>({
      name: 'read_short_run_streams',
      text: `select e.* from unnest($1::uuid[]) as asked(id)
             cross join lateral (select ${eventRowColumns('run')} from run_event where stream_id = asked.id order by version) e
             order by e.stream_id, e.version`,
      types: isoTimes,
      values: [streamIds],
    });
    const streams = Map.groupBy(rows, ({ stream_id: id }) => id);
    for (const [id, events] of streams) this.#noteMark(id, events);
    return streams;
  }

  #noteMark(streamId: string, rows: readonly EventRow[]): void {
    const mark = rows.at(-1)?.digest ?? null;
    if (mark !== null) this.#heads.read(streamId, mark);
  }

  async #read(lifetime: Lifetime, streamId: string, after: number, limit?: number): Promise<readonly EventRow[]> {
    const { rows } = await this.pool.query<EventRow>({
      name: `read_${lifetime}_stream`,
      text: `select ${eventRowColumns(lifetime)} from ${lifetime}_event where stream_id = $1 and version > $2 order by version limit $3`,
      types: isoTimes,
      values: [streamId, after, limit ?? null],
    });
    this.#noteMark(streamId, rows);
    return rows;
  }

  /** The contents that outlined events had, where they are still stored. */
  async #restored(rows: readonly EventRow[]): Promise<readonly RecordedEvent[]> {
    const outlined = rows.filter(({ data }) => isOutlined(data));
    const [first] = outlined;
    if (first === undefined) return this.#recorded(rows);
    const { rows: contents } = await this.pool.query<{ position: number; payload: string }>({
      name: 'read_run_content',
      text: 'select position, payload from run_content where stream_id = $1 and position between $2 and $3',
      values: [first.stream_id, first.version, outlined.at(-1)?.version],
    });
    const whole = new Map<number, Record<string, unknown>>();
    for (const { position, payload } of contents) whole.set(position, (await parseStored(payload)) as Record<string, unknown>);
    return this.#recorded(
      rows.map((row) => {
        const data = isOutlined(row.data) ? whole.get(row.version) : undefined;
        return data === undefined ? row : { ...row, data, claims: null };
      }),
    );
  }

  async #recorded(rows: readonly EventRow[], unread: readonly string[] = []): Promise<readonly RecordedEvent[]> {
    const blobs = new Map<string, Promise<unknown>>();
    return Promise.all(withMeta(rows).map(async (row) => this.recorded(row, { blobs, unread })));
  }

  async grown(places: readonly StreamPlace[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'grown_streams',
      text: `select distinct place.id from unnest($1::uuid[], $2::int[]) as place(id, after)
             where exists (select 1 from run_event e where e.stream_id = place.id and e.version = place.after + 1)`,
      values: [places.map(({ streamId }) => streamId), places.map(({ after }) => after)],
    });
    return rows.map(({ id }) => id);
  }

  onAppended(listener: AppendListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The event of a stored row: claimed parts put back, payload upcast. */
  recorded(row: EventRow, { blobs: known = new Map(), unread = [] }: Restoration = {}): RecordedEvent | Promise<RecordedEvent> {
    const claims = row.claims?.filter(({ field }) => !unread.includes(field)) ?? [];
    if (claims.length === 0) return this.#event(row, row.data);
    const load = (hash: string): Promise<unknown> => {
      const blob = known.get(hash) ?? this.#blob(row, hash);
      known.set(hash, blob);
      return blob;
    };
    return restorePayload(row.data, claims, load).then((data) => this.#event(row, data));
  }

  #event(row: EventRow, data: Record<string, unknown>): RecordedEvent {
    const { type, version, payload } = this.catalogue.upcast(row.type, row.schema_version, data);
    return {
      type,
      version,
      payload,
      streamId: row.stream_id,
      position: row.version,
      workspaceId: row.workspace_id,
      meta: row.meta ?? {},
      at: row.at,
    };
  }

  #project(streams: readonly StreamAppend[], at: string): Write[] {
    return streams.flatMap((stream) =>
      stream.events.flatMap((event, index) => {
        if (!this.#projected.has(event.type)) return [];
        return project(this.inline, {
          type: event.type,
          version: event.version,
          payload: event.payload,
          streamId: stream.streamId,
          position: stream.expected + index + 1,
          workspaceId: stream.workspaceId,
          meta: storedMeta(stream, index) ?? {},
          at,
        });
      }),
    );
  }

  async #blob(row: EventRow, hash: string): Promise<unknown> {
    const { rows } = await this.pool.query<{ data: string | null; location: string }>({
      name: 'read_blob',
      text: `select data::text as data, null as location from blob where month = $1 and workspace_id = $2 and hash = $3
             union all select null, location from stored_payload where stream_id = $4 and hash = $3`,
      values: [blobMonth(row.lifetime, row.stream_id), row.workspace_id ?? nilId, hash, row.stream_id],
    });
    const [blob] = rows;
    if (blob === undefined) throw new Error(`Blob ${hash} is missing`);
    if (blob.data !== null) return parseStored(blob.data);
    if (this.payloads === undefined) throw new Error(`Blob ${hash} is an object, and this store reads no objects`);
    return parseStored(await this.payloads.read(blob.location, hash));
  }
}

/** The rows with what they have of the row before them. */
function withMeta(rows: readonly EventRow[], before: EventMeta | null = null): readonly EventRow[] {
  let meta = before;
  return rows.map((row) => {
    meta = row.meta ?? meta;
    return meta === row.meta ? row : { ...row, meta };
  });
}

function bytesOf(blobs: readonly Blob[]): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The append without the large parts that are objects now. */
function withObjects(append: EncodedAppend, { rows, writes }: PlacedBlobs): EncodedAppend {
  const { blobs } = append;
  if (rows.length === blobs.length) return append;
  return { ...withWrites(append, writes), blobs: rows, bytes: append.bytes - bytesOf(blobs) + bytesOf(rows) };
}
