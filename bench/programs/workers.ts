import pg from 'pg';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { drive } from '../support/load.js';
import type { BenchOptions } from '../support/options.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const counts = [1, 2, 4, 8];
/** With two builds the connections do not suffice for more. */
const mostCompared = 4;
const turns = 4;
const clients = 8;
const settleMs = 2_000;

interface Build {
  readonly name: string;
  readonly script: string;
  readonly api: Subject & { readonly databaseUrl: string };
  readonly path: string;
  readonly workers: Subject[];
}

interface Cost {
  readonly workersUs: number;
  readonly postgresUs: number;
  readonly walBytes: number;
}

/** What a synchronous run costs the workers and the database, by the number of workers that could follow it; `--against=` names another build to measure in turns. */
export async function workerCosts({ seconds, against }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  try {
    await bed.withoutCleaning();
    const builds = [await buildOf(bed, 'this build', 'dist/bundle/main.js')];
    if (against !== '') builds.push(await buildOf(bed, 'other build', against));
    const rows: (string | number)[][] = [];
    const measured = counts.filter((count) => builds.length === 1 || count <= mostCompared);
    for (const count of measured) rows.push(...(await compare(bed, builds, count, seconds)));
    return {
      title: 'Cost of a run by the number of workers',
      columns: ['workers', 'build', 'node µs of all workers', 'PostgreSQL µs', 'WAL bytes'],
      rows,
      notes: [
        `Medians of ${turns} turns of ${seconds} s, ${clients} clients, one API process, builds in turns. PostgreSQL and WAL include the run itself.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function buildOf(bed: TestBed, name: string, script: string): Promise<Build> {
  const databaseUrl = await bed.database(name.replace(' ', '_'));
  const api = { ...(await bed.start(script, settingsOf(bed, databaseUrl, 'api'))), databaseUrl };
  return { name, script, api, path: `/api/workflows/${await deploy(api, noOp)}/execute`, workers: [] };
}

function settingsOf(bed: TestBed, databaseUrl: string, role: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, SLUICE_DATA_DIR: `${bed.folder}/data`, SLUICE_ROLE: role };
}

/** The workers of one build rest while the other build is measured. */
async function compare(bed: TestBed, builds: readonly Build[], count: number, seconds: number): Promise<(string | number)[][]> {
  const measured = builds.map((): Cost[] => []);
  for (const { script, api, workers } of builds) {
    while (workers.length < count) workers.push(await bed.start(script, settingsOf(bed, api.databaseUrl, 'worker')));
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, build] of builds.entries()) measured[index]?.push(await costOf(bed, build, seconds));
  }
  return builds.map(({ name }, index) => {
    const middle = (figure: keyof Cost): number => round(median((measured[index] ?? []).map((cost) => cost[figure])));
    return [count, name, middle('workersUs'), middle('postgresUs'), middle('walBytes')];
  });
}

async function costOf(bed: TestBed, { api, path, workers }: Build, seconds: number): Promise<Cost> {
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  const figures = async (): Promise<Cost> => {
    const { rows } = await client.query<{ wal: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal`);
    const ofWorkers = workers.reduce((sum, { pid }) => sum + usageOf(pid).cpuMs, 0);
    return { workersUs: ofWorkers * 1_000, postgresUs: usageOf(bed.postgres.pid).cpuMs * 1_000, walBytes: Number(rows[0]?.wal) };
  };
  const before = await figures();
  const { requests } = await drive({ url: `${api.url}${path}`, headers: { 'x-api-key': benchKey }, body: '{"n": 7}', clients, seconds });
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const after = await figures();
  await client.end();
  const of = (figure: keyof Cost): number => (after[figure] - before[figure]) / requests;
  return { workersUs: of('workersUs'), postgresUs: of('postgresUs'), walBytes: of('walBytes') };
}
