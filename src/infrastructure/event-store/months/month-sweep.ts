import type { ClientBase } from 'pg';
import { dropParts, replacePart } from './month-swap.js';
import { noWorkspace } from '#infrastructure/event-store/payload-codec.js';
import { isOpenSql } from './open-runs.js';

/** A month of runs that is over. */
export interface Month {
  /** First day, UTC. */
  readonly month: string;
  /** As partitions are called: `202601`. */
  readonly suffix: string;
  readonly end: Date;
  /** Tables that lie in months beside the events, with the column that holds the id of the run. */
  readonly beside: readonly { readonly table: string; readonly key: string }[];
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
}

/** Tables whose rows name runs and lie in no months: small, or with a rule that months could not keep. */
const rowsOfRuns = [
  ['job', 'id'],
  ['paused_execution', 'id'],
  ['caller_execution', 'execution_id'],
  ['dead_letter', 'stream_id'],
] as const;

const staysBehind = (key: string): string => `not exists (select 1 from going g where g.stream_id = ${key})`;

/** `month` is its first day. */
export async function describeMonth(client: ClientBase, month: string): Promise<Month> {
  const first = new Date(`${month}T00:00:00Z`);
  const suffix = month.slice(0, 7).replace('-', '');
  const { rows: beside } = await client.query<{ table: string; key: string }>(
    `select c.relname as table, a.attname as key from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
     where c.relname not in ('run_event', 'blob') and to_regclass(c.relname || '_' || $1) is not null order by 1`,
    [suffix],
  );
  return { month, suffix, beside, end: new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)) };
}

/** Writes which streams of a month go into the temporary table `going` of the connection. */
export async function findGoing(
  client: ClientBase,
  { suffix }: Month,
  { workspaceIds, others }: Expired,
  known: readonly string[],
): Promise<Finding> {
  const events = `run_event_${suffix}`;
  await client.query(`drop table if exists due, going, behind;
    create temporary table due (stream_id uuid, root uuid);
    create temporary table behind (id uuid primary key);
    create temporary table going (stream_id uuid primary key)`);
  await client.query(
    `insert into due select stream_id, coalesce(case when data->>'executionId' ~ '^[0-9a-f-]{36}$' then (data->>'executionId')::uuid end, stream_id)
     from "${events}" where version = 1 and (workspace_id = any($1) or ($2 and (workspace_id is null or workspace_id <> all($3))))`,
    [workspaceIds, others, known],
  );
  await client.query(`analyze due`);
  await client.query(
    `insert into behind select id from (select root as id from due union select stream_id from due) d
     where exists (select 1 from execution_hold h where h.execution_id = d.id) or ${isOpenSql('d.id')}`,
  );
  await client.query(
    `insert into going select stream_id from due where not exists (select 1 from behind b where b.id in (due.stream_id, due.root))`,
  );
  await client.query('analyze going');
  const { rows } = await client.query<{ streams: number; going: number; leftovers: string[] }>(
    `select (select count(*)::int from "${events}" where version = 1) as streams, (select count(*)::int from going) as going,
       array(select id::text from behind) as leftovers`,
  );
  return rows[0] ?? { streams: 0, going: 0, leftovers: [] };
}

/** What everybody who follows the events has come past: `views` by name, and the audit log. */
const placesSql = `select tx, pos from projection_checkpoint where name = any($1) union all select tx::xid8, pos::bigint from audit_place`;

/** Whether somebody who follows the events has still to read one of a stream that goes. */
export async function isStillToBeRead(client: ClientBase, { suffix }: Month, views: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from "run_event_${suffix}" e
     where (e.tx >= event_horizon() or (e.tx, e.pos) > (select tx, pos from (${placesSql}) p order by tx, pos limit 1))
       and exists (select 1 from going g where g.stream_id = e.stream_id) limit 1`,
    [views],
  );
  return rowCount !== 0;
}

/** The earliest transaction of which something may still be written, into the events or into a view of them. */
async function earliestUnsettled(client: ClientBase, views: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ since: string }>(
    `select least((select tx from (${placesSql}) p order by tx limit 1)::text::numeric, event_horizon()::text::numeric)::text as since`,
    [views],
  );
  return rows[0]?.since ?? '0';
}

/** Takes the streams in `going` out of all tables; the events last, since they say what belongs to them. */
export async function sweepMonth(client: ClientBase, month: Month, { streams, going }: Finding, views: readonly string[]): Promise<void> {
  for (const [table, key] of rowsOfRuns) await client.query(`delete from ${table} where ${key} in (select stream_id from going)`);
  const { suffix, beside } = month;
  const parts = [...beside.map(({ table }) => table), 'blob', 'run_event'].map((table) => [table, `${table}_${suffix}`] as const);
  if (going === streams) return dropParts(client, parts);
  const since = `'${await earliestUnsettled(client, views)}'::xid8`;
  for (const { table, key } of beside) await replaceView(client, { table, key, suffix, since });
  await replaceBlobs(client, suffix, since);
  await replaceEvents(client, suffix, since);
}

interface View {
  readonly table: string;
  readonly key: string;
  readonly suffix: string;
  readonly since: string;
}

/** A row may have changed since it was copied where its stream has grown. */
function replaceView(client: ClientBase, { table, key, suffix, since }: View): Promise<void> {
  const part = `${table}_${suffix}`;
  const grown = `(select stream_id from "run_event_${suffix}" where tx >= ${since})`;
  return replacePart(client, [table, part], {
    copy: (copy) => [`insert into "${copy}" select * from "${part}" p where ${staysBehind(`p."${key}"`)}`],
    catchUp: (copy) => [
      `delete from "${copy}" where "${key}" in ${grown}`,
      `insert into "${copy}" select * from "${part}" p where "${key}" in ${grown} and ${staysBehind(`p."${key}"`)}`,
    ],
  });
}

/** A blob stays as long as an event refers to it. */
function replaceBlobs(client: ClientBase, suffix: string, since: string): Promise<void> {
  const referred = (copy: string, condition: string): string =>
    `insert into "${copy}" select b.* from "blob_${suffix}" b where (b.workspace_id, b.hash) in (
       select coalesce(e.workspace_id, '${noWorkspace}'), c->>'hash' from "run_event_${suffix}" e, json_array_elements(e.claims) c
       where e.claims is not null and ${condition} and ${staysBehind('e.stream_id')}) on conflict do nothing`;
  return replacePart(client, ['blob', `blob_${suffix}`], {
    copy: (copy) => [referred(copy, 'true')],
    catchUp: (copy) => [referred(copy, `e.tx >= ${since}`)],
  });
}

function replaceEvents(client: ClientBase, suffix: string, since: string): Promise<void> {
  const part = `run_event_${suffix}`;
  return replacePart(client, ['run_event', part], {
    copy: (copy) => [`insert into "${copy}" select * from "${part}" e where ${staysBehind('e.stream_id')}`],
    catchUp: (copy) => [
      `delete from "${copy}" where tx >= ${since}`,
      `insert into "${copy}" select * from "${part}" e where tx >= ${since} and ${staysBehind('e.stream_id')}`,
    ],
  });
}
