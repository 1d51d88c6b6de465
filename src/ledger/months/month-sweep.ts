import type { ClientBase } from 'pg';
import { copyPart, dropCopies, swapParts, type Part } from './month-swap.js';
import { nilId } from '#kernel/ids.js';
import { partitionSuffix } from '#ledger/events/run-partitions.js';
import type { RunFacts } from './run-facts.js';

/** A month of runs that is over. */
export interface Month {
  /** First day, UTC. */
  readonly month: string;
  /** As partitions are called: `202601`. */
  readonly suffix: string;
  readonly end: Date;
  /** Tables that lie in months beside the events, with the column that holds the id of the run. */
  readonly beside: readonly { readonly table: string; readonly key: string }[];
  readonly facts: MonthFacts;
}

export interface MonthFacts {
  readonly runs: RunFacts;
  /** The table whose rows name runs that are kept whatever their time, and the column that names them. */
  readonly holds: { readonly table: string; readonly column: string };
}

/** Whose runs of a month are past their time: those of these workspaces, and perhaps of all that are not known any more. */
export interface Expired {
  readonly workspaceIds: readonly string[];
  readonly others: boolean;
}

/** Streams of a month, and how many of them go. */
export interface Finding {
  readonly streams: number;
  readonly going: number;
  /** Runs and jobs whose time is past but that are held or not over. */
  readonly leftovers: readonly string[];
  /** The last day, UTC, on which a run that goes has begun. After a wait in the queue it is later than the month. */
  readonly until: string | null;
  /** The earliest transaction of which something may have been written since, into the events or into a view of them. */
  readonly since: string;
}

interface Question {
  readonly expired: Expired;
  /** All workspaces that are known. */
  readonly known: readonly string[];
  /** Those who follow the events, by name. */
  readonly views: readonly string[];
}

export interface SweepRules {
  /** Whether all of them are still past their time. */
  readonly areStillPast: () => Promise<boolean>;
  /** Notes what has gone; durable with it. */
  readonly note: () => Promise<void>;
  /** Checked between two steps. */
  readonly signal: AbortSignal | undefined;
}

/** A condition in SQL: this run is held. */
export const isHeld = ({ holds: { table, column } }: MonthFacts, id: string): string =>
  `exists (select 1 from ${table} h where h.${column} = ${id})`;

const staysBehind = (key: string): string => `not exists (select 1 from going g where g.stream_id = ${key})`;

/** `month` is its first day. */
export async function describeMonth(client: ClientBase, month: string, facts: MonthFacts): Promise<Month> {
  const first = new Date(`${month}T00:00:00Z`);
  const suffix = partitionSuffix(month);
  const { rows: beside } = await client.query<{ table: string; key: string }>(
    `select c.relname as table, a.attname as key from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
     where c.relname not in ('run_event', 'blob') and to_regclass(c.relname || '_' || $1) is not null order by 1`,
    [suffix],
  );
  return { month, suffix, beside, facts, end: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)) };
}

/** Writes which streams of a month go into the temporary table `going` of the connection. */
export async function findGoing(client: ClientBase, { suffix, facts }: Month, { expired, known, views }: Question): Promise<Finding> {
  const events = `run_event_${suffix}`;
  const since = await earliestUnsettled(client, facts, views);
  await client.query(`drop table if exists due, going, behind;
    create temporary table due (stream_id uuid, id uuid, at timestamptz);
    create temporary table behind (id uuid primary key);
    create temporary table going (stream_id uuid primary key)`);
  await client.query(
    `insert into due select distinct e.stream_id, named.id::uuid, e.at
     from "${events}" e, lateral (values (e.stream_id::text), ${facts.runs.namedRunsSql('e')}) as named (id)
     where e.version = 1 and named.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
       and (e.workspace_id = any($1) or ($2 and (e.workspace_id is null or e.workspace_id <> all($3))))`,
    [expired.workspaceIds, expired.others, known],
  );
  await client.query(`analyze due`);
  await client.query(
    `insert into behind select id from (select distinct id from due) d
     where ${isHeld(facts, 'd.id')} or ${facts.runs.isOpenSql('d.id')}`,
  );
  await client.query(
    `insert into going select distinct stream_id from due where stream_id not in
       (select d.stream_id from due d join behind b on b.id = d.id)`,
  );
  await client.query('analyze going');
  const { rows } = await client.query<Omit<Finding, 'since'>>(
    `select (select count(*)::int from "${events}" where version = 1) as streams, (select count(*)::int from going) as going,
       array(select id::text from behind) as leftovers,
       (select (max(at) at time zone 'utc')::date::text from due where stream_id in (select stream_id from going)) as until`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`Nothing is known of ${events}`);
  return { ...found, since };
}

/** Whether a follower of the events has yet to read an event of a stream that goes. */
export async function isStillToBeRead(client: ClientBase, { suffix, facts }: Month, views: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from "run_event_${suffix}" e
     where (e.tx >= event_horizon() or (e.tx, e.pos) > (select tx, pos from (${facts.runs.placesSql('$1')}) p order by tx, pos limit 1))
       and exists (select 1 from going g where g.stream_id = e.stream_id) limit 1`,
    [views],
  );
  return rowCount !== 0;
}

async function earliestUnsettled(client: ClientBase, { runs }: MonthFacts, views: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ since: string }>(
    `select least((select tx from (${runs.placesSql('$1')}) p order by tx limit 1)::text::numeric, event_horizon()::text::numeric)::text as since`,
    [views],
  );
  return rows[0]?.since ?? '0';
}

/**
 * Takes the streams in `going` out of all tables at one moment. Whether they may go is asked once more in that moment: what stays may have taken
 * hours to copy.
 * @returns false, and all is as it was, when one of them may not go any more
 */
export async function sweepMonth(client: ClientBase, month: Month, finding: Finding, rules: SweepRules): Promise<boolean> {
  const parts = partsOf(month, finding, await viewsThatStay(client, month));
  try {
    for (const part of parts) {
      rules.signal?.throwIfAborted();
      if (part.refill !== undefined) await copyPart(client, part);
    }
    return await swapParts(client, parts, {
      steady: month.facts.holds.table,
      before: () => deleteRowsOfRuns(client, month.facts),
      mayGo: async () => (await areFree(client, month, finding)) && (await rules.areStillPast()),
      after: rules.note,
    });
  } finally {
    // A connection that is lost has nothing more to say; the next sweep looks for copies, too.
    await dropCopies(client, parts).catch(() => undefined);
  }
}

async function deleteRowsOfRuns(client: ClientBase, { runs }: MonthFacts): Promise<void> {
  for (const { table, column } of runs.rows) await client.query(`delete from ${table} where ${column} in (select stream_id from going)`);
}

/** Whether no run that goes is on hold, and no new stream would be dropped with the whole month. */
async function areFree(client: ClientBase, { suffix, facts }: Month, { streams, going, since }: Finding): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from due d join going g on g.stream_id = d.stream_id where ${isHeld(facts, 'd.id')} limit 1`,
  );
  if (rowCount !== 0) return false;
  if (going !== streams) return true;
  const { rowCount: newcomers } = await client.query(
    `select 1 from "run_event_${suffix}" e where e.tx >= '${since}'::xid8 and ${staysBehind('e.stream_id')} limit 1`,
  );
  return newcomers === 0;
}

/** Views of which rows stay: those of streams that no month has, such as what it costs to embed a document. */
async function viewsThatStay(client: ClientBase, { suffix, beside }: Month): Promise<ReadonlySet<string>> {
  const staying = new Set<string>();
  for (const { table, key } of beside) {
    const { rowCount } = await client.query(`select 1 from "${table}_${suffix}" p where ${staysBehind(`p."${key}"`)} limit 1`);
    if (rowCount !== 0) staying.add(table);
  }
  return staying;
}

/** Views lie in the same months as the events. A table of which nothing stays goes as a whole. */
function partsOf({ suffix, beside }: Month, { streams, going, since }: Finding, staying: ReadonlySet<string>): readonly Part[] {
  const refilled = [
    ...beside.map(({ table, key }) => ({ table, refill: refillView({ part: `${table}_${suffix}`, key, suffix, since }) })),
    { table: 'blob', refill: refillBlobs(suffix, since) },
    { table: 'run_event', refill: refillEvents(suffix, since) },
  ];
  return refilled.map(({ table, refill }) => ({
    table,
    part: `${table}_${suffix}`,
    ...(going === streams && !staying.has(table) ? {} : { refill }),
  }));
}

type Refill = NonNullable<Part['refill']>;

interface View {
  readonly part: string;
  readonly key: string;
  readonly suffix: string;
  readonly since: string;
}

/** A row may have changed since it was copied where its stream has grown. */
function refillView({ part, key, suffix, since }: View): Refill {
  const grown = `(select stream_id from "run_event_${suffix}" where tx >= '${since}'::xid8)`;
  return {
    copy: (copy) => [`insert into "${copy}" select * from "${part}" p where ${staysBehind(`p."${key}"`)}`],
    catchUp: (copy) => [
      `delete from "${copy}" where "${key}" in ${grown}`,
      `insert into "${copy}" select * from "${part}" p where "${key}" in ${grown} and ${staysBehind(`p."${key}"`)}`,
    ],
  };
}

/** A blob stays as long as an event refers to it. */
function refillBlobs(suffix: string, since: string): Refill {
  const referred = (copy: string, condition: string): string =>
    `insert into "${copy}" select b.* from "blob_${suffix}" b where (b.workspace_id, b.hash) in (
       select coalesce(e.workspace_id, '${nilId}'), c->>'hash' from "run_event_${suffix}" e, json_array_elements(e.claims) c
       where e.claims is not null and ${condition} and ${staysBehind('e.stream_id')}) on conflict do nothing`;
  return { copy: (copy) => [referred(copy, 'true')], catchUp: (copy) => [referred(copy, `e.tx >= '${since}'::xid8`)] };
}

function refillEvents(suffix: string, since: string): Refill {
  const part = `run_event_${suffix}`;
  return {
    copy: (copy) => [`insert into "${copy}" select * from "${part}" e where ${staysBehind('e.stream_id')}`],
    catchUp: (copy) => [
      `delete from "${copy}" where tx >= '${since}'::xid8`,
      `insert into "${copy}" select * from "${part}" e where tx >= '${since}'::xid8 and ${staysBehind('e.stream_id')}`,
    ],
  };
}
