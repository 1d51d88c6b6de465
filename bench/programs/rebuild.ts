import pg from 'pg';
import { composition } from '#app/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import type { Projection } from '#ledger/rows/projection.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { benchKey, TestBed } from '../support/bed.js';
import { drive, type LoadResult } from '../support/load.js';
import type { Section } from '../support/report.js';
import { writeRunHistory } from '../support/run-history.js';
import { round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const runs = 250_000;
const months = 2;
const monthMs = 30 * 86_400_000;

interface Rebuilt {
  readonly events: number;
  readonly perSecond: number;
}

/** Rebuilds views of many runs: on an idle server, and while the server runs workflows. */
export async function rebuilds(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const connectionString = await bed.database('rebuild');
    const options = { connectionString, poolSize: 4, composition, clock: new SystemClock(), onError: () => undefined };
    const database = await openDatabase(options);
    await writeHistory(database, connectionString);
    const rows: (string | number)[][] = [];
    for (const name of ['execution-log', 'usage-ledger', 'job-status']) {
      const { events, perSecond } = await timed(database, projectionCalled(name));
      rows.push([`${name}, nothing else happens`, events, perSecond, '', '', '']);
    }
    rows.push(...(await underLoad(bed, connectionString, database)));
    await database.close();
    return {
      title: 'Rebuild of views',
      columns: ['case', 'events', 'events/s', 'requests/s', 'p99 ms', 'failed'],
      rows,
      notes: [`${runs} runs of ${months} months. Under load: synchronous runs of 16 clients, on the same machine.`],
    };
  } finally {
    await bed.close();
  }
}

async function writeHistory({ partitions }: Database, connectionString: string): Promise<void> {
  const ids = new SystemIds();
  for (let month = 0; month <= months; month += 1) await partitions.ensure(new Date(Date.now() - month * monthMs), 0);
  const workspaces = Array.from({ length: 5 }, () => ({ id: ids.next(), workflowIds: Array.from({ length: 10 }, () => ids.next()) }));
  const client = new pg.Client({ connectionString });
  await client.connect();
  await writeRunHistory(client, { workspaces, runs, months, userId: ids.next() });
  await client.query('vacuum analyze run_event');
  await client.end();
}

function projectionCalled(name: string): Projection {
  const found = composition.projections.find((projection) => projection.name === name);
  if (found === undefined) throw new Error(`No projection is called ${name}`);
  return found;
}

async function timed({ pool, store }: Database, projection: Projection): Promise<Rebuilt> {
  const startedAt = performance.now();
  const { events } = await rebuild(projection, { pool, decode: (row) => store.recorded(row) });
  return { events, perSecond: round((events / (performance.now() - startedAt)) * 1000) };
}

async function underLoad(bed: TestBed, databaseUrl: string, database: Database): Promise<(string | number)[][]> {
  const server = await bed.server('rebuild', { DATABASE_URL: databaseUrl });
  const url = `${server.url}/api/workflows/${await deploy(server, noOp)}/execute`;
  const load = (seconds: number): Promise<LoadResult> =>
    drive({ url, headers: { 'x-api-key': benchKey }, body: '{"n":1}', clients: 16, seconds });
  await load(2);
  const alone = await load(8);
  const beside = load(12);
  const rebuilt = await timed(database, projectionCalled('execution-log'));
  const shared = await beside;
  await server.stop();
  return [
    ['runs alone', '', '', round(alone.perSecond), round(alone.p99Ms), alone.failed],
    ['execution-log beside runs', rebuilt.events, rebuilt.perSecond, round(shared.perSecond), round(shared.p99Ms), shared.failed],
  ];
}
