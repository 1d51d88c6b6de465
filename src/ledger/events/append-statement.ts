import { rowName, writesByRow } from '#ledger/rows/fold-writes.js';
import { groupWrites, jsonList, writeSql, type WriteGroup } from '#ledger/rows/write-statement.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { Lifetime } from '#kernel/stream.js';
import { appendDigest, eventText, markText, type DigestedEvent } from './digest/stream-digest.js';
import type { ChainedAppend } from './digest/stream-heads.js';
import { storedMeta, type Lease, type StreamAppend } from './event-store.js';
import { PayloadEncoder, type Blob } from './payload/payload-codec.js';
import { jsonField, type WrittenParts } from './payload/written-parts.js';

/** One append, turned into text: what is left is to put it into a batch. */
export interface EncodedAppend {
  readonly events: Readonly<Record<Lifetime, readonly string[]>>;
  readonly blobs: readonly Blob[];
  /** One for each row, by the name of the row. */
  readonly writes: ReadonlyMap<string, Write>;
  readonly lease: Lease | undefined;
  /** The name of the row of the lease. */
  readonly leased: string | undefined;
  readonly streams: readonly StreamAppend[];
  /** The running digest of each of the streams after the append; undefined for one that has none. */
  readonly digests: readonly (string | undefined)[];
  readonly bytes: number;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly (string | Buffer)[];
}

/**
 * The text of each event, without the opening brace: the batch adds the number of the append. `written`: the parts of payloads that were
 * written before; absent if all payloads are small.
 */
export function encodeAppend(
  streams: readonly ChainedAppend[],
  writes: readonly Write[],
  lease: Lease | undefined,
  at: string,
  written?: WrittenParts,
): EncodedAppend {
  const events: Record<Lifetime, string[]> = { run: [], ledger: [] };
  const digests: (string | undefined)[] = [];
  const blobs: Blob[] = [];
  let bytes = 0;
  for (const stream of streams) {
    const encoder = written === undefined ? undefined : new PayloadEncoder(stream, written);
    const texts = encodeEvents(stream, at, encoder);
    const digest = digestOf(stream, texts);
    digests.push(digest);
    const [first, last] = [stream.expected + 1, stream.expected + texts.length];
    const mark = digest === undefined ? '' : `,"g":"${markText({ first, last, digest })}"`;
    const head = `"s":"${stream.streamId}","w":${JSON.stringify(stream.workspaceId)},"at":"${at}"`;
    for (const { version, type, schemaVersion, data, meta, claims } of texts) {
      const isMarked = version === 1 || version === last;
      const rest = `${meta === null ? '' : `,"m":${meta}`}${claims === null ? '' : `,"c":${claims}`}${isMarked ? mark : ''}`;
      const row = `${head},"v":${version},"t":"${type}","k":${schemaVersion},${jsonField(data)}${rest}}`;
      events[stream.lifetime].push(row);
      bytes += row.length;
    }
    if (encoder !== undefined) blobs.push(...encoder.blobs);
  }
  const leased = lease === undefined ? undefined : rowName(lease.of ?? workItems, { id: lease.itemId });
  bytes = blobs.reduce((sum, blob) => sum + blob.bytes, bytes);
  return { events, blobs, writes: byRow(writes), lease, leased, streams, digests, bytes };
}

/** The append with further writes. */
export function withWrites(append: EncodedAppend, writes: readonly Write[]): EncodedAppend {
  return { ...append, writes: byRow([...append.writes.values(), ...writes]) };
}

const none: EncodedAppend['writes'] = new Map();

function byRow(writes: readonly Write[]): EncodedAppend['writes'] {
  return writes.length === 0 ? none : writesByRow(writes);
}

function encodeEvents(stream: StreamAppend, at: string, encoder: PayloadEncoder | undefined): readonly DigestedEvent[] {
  const { workspaceId, expected } = stream;
  return stream.events.map(({ type, version: schemaVersion, payload }, index) => {
    const { json: data, claims } = encoder === undefined ? { json: JSON.stringify(payload), claims: null } : encoder.encode(payload);
    const meta = storedMeta(stream, index);
    return {
      version: expected + index + 1,
      type,
      schemaVersion,
      workspaceId,
      at,
      meta: meta === null ? null : JSON.stringify(meta).replaceAll('\\u0000', ''),
      claims: claims === null ? null : JSON.stringify(claims),
      data,
    };
  });
}

/** The running digest of a stream after an append; undefined where the stream has none. */
function digestOf({ streamId, previous }: ChainedAppend, events: readonly DigestedEvent[]): string | undefined {
  if (previous === undefined || events.length === 0) return undefined;
  return appendDigest(previous, streamId, events.map(eventText));
}

const eventColumns = 'stream_id, version, type, schema_version, workspace_id, data, meta, claims, at';
const eventRows = 'as r(a int, s uuid, v int, t text, k int, w uuid, d json, m json, c json, at timestamptz, e text, g text)';

/** What the statement answers instead of the number of an append when the whole batch is for another generation of inline views. */
export const formerGeneration = -1;

/**
 * The one statement that makes a batch durable. It answers the numbers of the appends whose lease is lost: nothing of those
 * is written. Where it says for which generation of inline views it writes, and another one is live, nothing at all is written. Parts that a batch does not need are left out; the few shapes that occur are prepared once.
 */
export function appendStatement(batch: readonly EncodedAppend[], generation?: number): Statement {
  const values: (string | Buffer)[] = [];
  const parameter = (rows: readonly Row[]): string => `$${values.push(listOf(rows))}`;
  const parts: string[] = [];
  const leases = leasesByTable(batch);
  const conditions = [
    ...(generation === undefined ? [] : ['(select fits from live)']),
    ...(leases.size === 0 ? [] : ['r.a not in (select a from lost)']),
  ];
  const filter = conditions.join(' and ');
  if (generation !== undefined) parts.push(livePart(generation));
  if (leases.size > 0) parts.push(...leaseParts(leases, parameter));
  for (const lifetime of ['run', 'ledger'] as const) {
    const rows = batch.flatMap((append, a) => append.events[lifetime].map((row) => `{"a":${a},${row}`));
    if (rows.length > 0) parts.push(eventPart(lifetime, parameter(rows), filter));
  }
  const blobs = batch.flatMap((append, a) => append.blobs.map((blob) => blobRow(blob, a)));
  if (blobs.length > 0) parts.push(blobPart(parameter(blobs), filter));
  writeGroups(batch).forEach((group, index) => {
    parts.push(`w${index} as (${writeSql(group, parameter(group.rows), { filter })})`);
  });
  const answers = [
    leases.size === 0 ? 'select 0 as a where false' : 'select a from lost',
    ...(generation === undefined ? [] : [`select ${formerGeneration} from live where not fits`]),
  ];
  return { text: `with ${parts.join(',\n')}\n${answers.join(' union all ')}`, values };
}

/** Reading it makes a rebuild of an inline view wait for this append, or this append for the rebuild. */
function livePart(generation: number): string {
  return `live as materialized (select coalesce((select generation from append_generation), 0) = ${generation} as fits)`;
}

function writeGroups(batch: readonly EncodedAppend[]): WriteGroup[] {
  return groupWrites(batch.flatMap(({ writes }, tag) => (writes.size === 0 ? [] : [...writes.values()].map((write) => ({ tag, write })))));
}

/** The table of leases that name none. */
const workItems = { table: 'work_item', key: ['id'] };

function leasesByTable(batch: readonly EncodedAppend[]): ReadonlyMap<string, readonly string[]> {
  const byTable = new Map<string, string[]>();
  for (const [a, { lease }] of batch.entries()) {
    if (lease === undefined) continue;
    const { itemId: i, fence: f, of: { table } = workItems } = lease;
    const rows = byTable.get(table) ?? [];
    rows.push(JSON.stringify({ a, i, f }));
    byTable.set(table, rows);
  }
  return new Map([...byTable].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** `for share` makes a claim that is under way, and this append, wait for each other. */
function leaseParts(leases: ReadonlyMap<string, readonly string[]>, parameter: (rows: readonly Row[]) => string): string[] {
  const parts = [...leases].flatMap(([table, rows]) => [
    `lease_${table} as materialized (select * from json_to_recordset(${parameter(rows)}::json) as l(a int, i uuid, f bigint))`,
    `held_${table} as materialized (select l.a from lease_${table} l join ${table} w on w.id = l.i and w.fence = l.f for share of w)`,
  ]);
  const lost = [...leases.keys()].map((table) => `select a from lease_${table} where a not in (select a from held_${table})`);
  return [...parts, `lost as materialized (${lost.join(' union all ')})`];
}

function eventPart(lifetime: Lifetime, parameter: string, filter: string): string {
  const where = filter === '' ? '' : ` where ${filter}`;
  const [column, digest] = lifetime === 'run' ? [', digest', ', g'] : ['', ''];
  return `${lifetime} as (insert into ${lifetime}_event (${eventColumns}${column}) select s, v, t, k, w, coalesce(d, e::json), m, c, at${digest} from json_to_recordset(${parameter}::json) ${eventRows}${where})`;
}

/** The JSON text of a row; in parts where one of them is UTF-8 already. */
type Row = string | readonly (string | Buffer)[];

function listOf(rows: readonly Row[]): string | Buffer {
  if (rows.every((row) => typeof row === 'string')) return jsonList(rows);
  const parts = rows.flatMap((row, index) => [index === 0 ? '[' : ',', row].flat());
  return Buffer.concat([...parts, ']'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

function blobRow({ month, workspaceId, hash, bytes, field }: Blob, a: number): Row {
  const head = `{"a":${a},"p":"${month}","w":"${workspaceId}","h":"${hash}","b":${bytes},`;
  return typeof field === 'string' ? `${head}${field}}` : [head, field, '}'];
}

function blobPart(parameter: string, filter: string): string {
  const where = filter === '' ? '' : ` where ${filter}`;
  return `blobs as (insert into blob (month, workspace_id, hash, bytes, data) select p, w, h, b, coalesce(d, e::json)
    from json_to_recordset(${parameter}::json) as r(a int, p date, w uuid, h text, b bigint, d json, e text)${where} on conflict do nothing)`;
}
