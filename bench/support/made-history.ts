import type { Pool } from 'pg';
import { composition } from '#app/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { newestPosition } from '#ledger/projections/event-feed.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemClock } from '#host/system-clock.js';
import type { Subject } from './bed.js';
import { writeRunHistory, type HistoryWorkspace } from './run-history.js';
import { round } from './statistics.js';

const workspaceCount = 20;
const workflowsEach = 25;
const monthMs = 30 * 24 * 3600 * 1000;

export interface HistoryPlan {
  readonly databaseUrl: string;
  readonly runs: number;
  readonly months: number;
  /** The projections that are made from it; the others take it for seen. All that follow when absent. */
  readonly projections?: readonly string[];
}

/** What making it cost, for the report. */
export interface MadeHistory {
  readonly workspaces: readonly HistoryWorkspace[];
  readonly figures: readonly (readonly [string, string | number])[];
}

/** Workspaces and workflows are made by the server, as in life. */
export async function makeWorkspaces(server: Subject): Promise<readonly HistoryWorkspace[]> {
  const made: HistoryWorkspace[] = [];
  for (let w = 0; w < workspaceCount; w += 1) {
    const id = await create(server, '/api/v1/workspaces', { name: `Workspace ${w}` });
    const workflowIds: string[] = [];
    for (let f = 0; f < workflowsEach; f += 1) {
      workflowIds.push(await create(server, '/api/v1/workflows', { workspaceId: id, name: `Workflow ${w}.${f}` }));
    }
    made.push({ id, workflowIds });
  }
  return made;
}

/** Writes runs that were, and lets the projections make their rows from them. No server may use the database meanwhile. */
export async function makeHistory(workspaces: readonly HistoryWorkspace[], plan: HistoryPlan): Promise<MadeHistory> {
  const database = await openDatabase({
    connectionString: plan.databaseUrl,
    poolSize: 4,
    composition,
    clock: new SystemClock(),
    onError: (error) => process.stderr.write(`${String(error)}\n`),
  });
  try {
    const figures: [string, string | number][] = [];
    figures.push(['writing the events, s', round(await seconds(() => writeEvents(database, workspaces, plan)))]);
    for (const { name, mode } of composition.projections) {
      const isWanted = mode === 'async' && (plan.projections?.includes(name) ?? true);
      if (isWanted) figures.push(...(await made(database, name)));
    }
    await skipTheRest(database.pool, plan.projections);
    await database.pool.query('vacuum analyze');
    // What is left to write would be written beside what is measured.
    await database.pool.query('checkpoint');
    return { workspaces, figures: [...figures, ...(await sizes(database.pool))] };
  } finally {
    await database.close();
  }
}

async function writeEvents({ pool, partitions }: Database, workspaces: readonly HistoryWorkspace[], plan: HistoryPlan): Promise<void> {
  for (let month = plan.months + 1; month > 0; month -= 1) await partitions.ensure(new Date(Date.now() - month * monthMs), 1);
  const { rows } = await pool.query<{ id: string }>('select id from user_account limit 1');
  const client = await pool.connect();
  try {
    const onProgress = (runs: number): void => void process.stderr.write(`\r  ${runs} of ${plan.runs} runs written`);
    await writeRunHistory(client, { workspaces, runs: plan.runs, months: plan.months, userId: rows[0]?.id ?? '', onProgress });
    process.stderr.write('\n');
  } finally {
    client.release(true);
  }
}

async function made({ pool, store }: Database, name: string): Promise<[string, number][]> {
  const projection = composition.projections.find((candidate) => candidate.name === name);
  if (projection === undefined) throw new Error(`No projection is called ${name}`);
  let events = 0;
  const took = await seconds(async () => {
    const onProgress = (so: number): void => void process.stderr.write(`\r  ${name}: ${so} events`);
    ({ events } = await rebuild(projection, { pool, decode: (row) => store.recorded(row), onProgress }));
  });
  process.stderr.write('\n');
  return [
    [`making ${name}, s`, round(took)],
    [`making ${name}, events/s`, round(events / took)],
  ];
}

async function skipTheRest(pool: Pool, wanted: readonly string[] | undefined): Promise<void> {
  const { tx, pos } = await newestPosition(pool);
  // A server would record millions of runs in the audit log while it is measured.
  await pool.query('update audit_place set tx = $1, pos = $2', [tx, pos]);
  if (wanted === undefined) return;
  await pool.query('update projection_checkpoint set tx = $1, pos = $2 where name <> all($3::text[])', [tx, pos, wanted]);
}

async function sizes(pool: Pool): Promise<[string, string][]> {
  const { rows } = await pool.query<{ name: string; rows: string; size: string }>(
    `select p.relname as name, sum(c.reltuples)::bigint as rows, pg_size_pretty(sum(pg_total_relation_size(c.oid))) as size
     from pg_inherits join pg_class c on c.oid = inhrelid join pg_class p on p.oid = inhparent
     where p.relname in ('run_event', 'execution_log') group by 1 order by 1`,
  );
  return rows.map(({ name, rows: count, size }) => [`${name}, rows and size`, `${count}, ${size}`]);
}

async function create(server: Subject, path: string, body: object): Promise<string> {
  const { status, body: answer } = await server.call('POST', path, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
  return (answer as { data: { id: string } }).data.id;
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
