import type { Pool } from 'pg';
import { nilId } from '#kernel/ids.js';
import { isoTimes } from '#ledger/database/iso-times.js';
import { blobMonth, type Claim } from '../payload/payload-codec.js';
import { PayloadLost, type PayloadObjects } from '../payload/payload-objects.js';
import { StreamCheck, type StoredEvent, type StreamVerdict } from './stream-check.js';

interface StoredRow extends StoredEvent {
  readonly streamId: string;
}

/** The verdict on one stream. */
export interface CheckedStream {
  readonly streamId: string;
  readonly verdict: StreamVerdict;
}

const pageSize = 200;

const columns = `stream_id as "streamId", version, type, schema_version as "schemaVersion", workspace_id as "workspaceId", at,
  meta::text as meta, claims::text as claims, data::text as data, digest`;

/** Verifies one stream of runs, its large parts included. */
export async function verifyStream(pool: Pool, streamId: string, payloads?: PayloadObjects): Promise<StreamVerdict> {
  const check = new StreamCheck(streamId);
  for (let after = 0; ;) {
    const { rows } = await pool.query<StoredRow>({
      name: 'stream_to_verify',
      text: `select ${columns} from run_event where stream_id = $1 and version > $2 order by version limit ${pageSize}`,
      types: isoTimes,
      values: [streamId, after],
    });
    await takePage({ pool, payloads }, rows, () => check);
    if (rows.length < pageSize) return check.finish();
    after = rows.at(-1)?.version ?? after;
  }
}

/** Verifies all streams of runs, in the order of their ids. */
export async function* verifyStreams(pool: Pool, payloads?: PayloadObjects): AsyncGenerator<CheckedStream> {
  let check: StreamCheck | undefined;
  for (let after = { streamId: nilId, version: 0 }; ;) {
    const { rows } = await pool.query<StoredRow>({
      name: 'streams_to_verify',
      text: `select ${columns} from run_event where (stream_id, version) > ($1::uuid, $2::int) order by stream_id, version limit ${pageSize}`,
      types: isoTimes,
      values: [after.streamId, after.version],
    });
    const finished: StreamCheck[] = [];
    await takePage({ pool, payloads }, rows, ({ streamId }) => {
      if (check?.streamId === streamId) return check;
      if (check !== undefined) finished.push(check);
      return (check = new StreamCheck(streamId));
    });
    const isLast = rows.length < pageSize;
    if (isLast && check !== undefined) finished.push(check);
    for (const each of finished) yield { streamId: each.streamId, verdict: each.finish() };
    if (isLast) return;
    after = rows.at(-1) ?? after;
  }
}

interface StreamBounds {
  readonly beganAt: string;
  readonly workspaceId: string | null;
  readonly last: { readonly tx: string; readonly pos: string };
}

/** When a stream of a run begins, in which workspace, and the place of its last event. Undefined when no event is stored. */
export async function streamBounds(pool: Pool, streamId: string): Promise<StreamBounds | undefined> {
  const { rows } = await pool.query<{ at: string; tx: string; pos: string; workspaceId: string | null }>({
    name: 'stream_bounds',
    text: `select at, tx, pos, workspace_id as "workspaceId" from (
             (select version, at, tx, pos, workspace_id from run_event where stream_id = $1 order by version limit 1)
             union all (select version, at, tx, pos, workspace_id from run_event where stream_id = $1 order by version desc limit 1)) bound order by version`,
    types: isoTimes,
    values: [streamId],
  });
  const [first, last] = rows;
  return first === undefined || last === undefined ? undefined : { beganAt: first.at, workspaceId: first.workspaceId, last };
}

/** The digest that is stored with an event, and whether its stream has any event. */
export interface StoredDigest {
  readonly digest: string | null;
  readonly isThere: boolean;
}

/** What is stored at these places of streams of runs, in their order. */
export async function storedDigests(
  pool: Pool,
  places: readonly { readonly streamId: string; readonly version: number }[],
): Promise<readonly StoredDigest[]> {
  const { rows } = await pool.query<StoredDigest>({
    name: 'stored_digests',
    text: `select e.digest, exists (select 1 from run_event a where a.stream_id = p.stream_id) as "isThere"
           from unnest($1::uuid[], $2::int[]) with ordinality as p (stream_id, version, place)
           left join run_event e on e.stream_id = p.stream_id and e.version = p.version order by p.place`,
    values: [places.map(({ streamId }) => streamId), places.map(({ version }) => version)],
  });
  return rows;
}

async function takePage(stores: Stores, rows: readonly StoredRow[], checkOf: (row: StoredRow) => StreamCheck): Promise<void> {
  const parts = new Map<string, { readonly check: StreamCheck; readonly version: number; readonly part: Part }>();
  for (const row of rows) {
    const check = checkOf(row);
    check.take(row);
    const claimed = partsOf(row);
    if (claimed === undefined) check.fail(`The names of the large parts of event ${row.version} are not as recorded`);
    for (const part of claimed ?? []) parts.set(JSON.stringify(part), { check, version: row.version, part });
  }
  if (parts.size === 0) return;
  for (const part of await unsoundParts(
    stores,
    [...parts.values()].map((each) => each.part),
  )) {
    const found = parts.get(JSON.stringify(part));
    found?.check.fail(`A large part of event ${found.version} is missing or not as recorded`);
  }
}

/** A large part of an event: month, workspace, hash, stream. */
type Part = readonly [month: string, workspaceId: string, hash: string, streamId: string];

/** Where large parts lie. */
interface Stores {
  readonly pool: Pool;
  readonly payloads: PayloadObjects | undefined;
}

/** @returns undefined for claims that no append has written */
function partsOf({ streamId, workspaceId, claims }: StoredRow): readonly Part[] | undefined {
  if (claims === null) return [];
  const named = JSON.parse(claims) as unknown;
  if (!Array.isArray(named) || !named.every(isClaim)) return undefined;
  return named.map(({ hash }) => [blobMonth('run', streamId), workspaceId ?? nilId, hash, streamId]);
}

function isClaim(value: unknown): value is Claim {
  return typeof value === 'object' && value !== null && 'hash' in value && typeof value.hash === 'string';
}

async function unsoundParts({ pool, payloads }: Stores, parts: readonly Part[]): Promise<readonly Part[]> {
  const column = (index: 0 | 1 | 2 | 3): readonly string[] => parts.map((part) => part[index]);
  const { rows } = await pool.query<{ place: number; location: string | null }>({
    name: 'parts_to_verify',
    text: `select p.place::int as place, s.location
           from unnest($1::date[], $2::uuid[], $3::text[], $4::uuid[]) with ordinality as p (month, workspace_id, hash, stream_id, place)
           left join stored_payload s on s.stream_id = p.stream_id and s.hash = p.hash
           where not exists (select 1 from blob b where b.month = p.month and b.workspace_id = p.workspace_id and b.hash = p.hash
             and rtrim(translate(encode(sha256(convert_to(b.data::text, 'UTF8')), 'base64'), '+/', '-_'), '=') = b.hash)`,
    values: [column(0), column(1), column(2), column(3)],
  });
  const unsound: Part[] = [];
  for (const { place, location } of rows) {
    const part = parts[place - 1];
    if (part !== undefined && !(await isSoundObject(payloads, location, part[2]))) unsound.push(part);
  }
  return unsound;
}

async function isSoundObject(payloads: PayloadObjects | undefined, location: string | null, hash: string): Promise<boolean> {
  if (payloads === undefined || location === null) return false;
  try {
    await payloads.read(location, hash);
    return true;
  } catch (error) {
    if (error instanceof PayloadLost) return false;
    throw error;
  }
}
