import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import S3rver from '@20minutes/s3rver';
import pg from 'pg';
import { TestBed, type Subject } from '../support/bed.js';
import type { BenchOptions } from '../support/options.js';
import { postgresCpuUs } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const sizes = [
  ['1 KB', 1e3],
  ['1 MB', 1e6],
] as const;
const turns = 3;
const runsASecond = 10;
/** Connections end in quiet times: those of the load are open, and have planned their statements. */
const warmUpSeconds = 3;
const settleMs = 3_000;
/** What the database does without requests is measured for this long before and after, and taken off. */
const idleMs = 8_000;

type Place = readonly [name: string, server: Subject & { readonly databaseUrl: string }, path: string];

interface Reading extends Cost {
  readonly at: number;
}

interface Cost {
  readonly postgresUs: number;
  readonly walBytes: number;
}

/** What a synchronous run with a large input costs the database, with and without a bucket. */
export async function payloadObjects({ seconds }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  const bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: join(bed.folder, 's3'),
    silent: true,
    configureBuckets: [{ name: 'files' }],
  });
  try {
    await bed.withoutCleaning();
    const { port } = await bucket.run();
    const places = [
      await placeOf(bed, 'bucket', {
        SLUICE_S3_BUCKET: 'files',
        SLUICE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
        SLUICE_S3_ACCESS_KEY_ID: 'S3RVER',
        SLUICE_S3_SECRET_ACCESS_KEY: 'S3RVER',
      }),
      await placeOf(bed, 'rows', {}),
    ];
    const rows: (string | number)[][] = [];
    for (const place of places) rows.push(...(await costs(bed, place, seconds)));
    return {
      title: 'Large inputs in a bucket and in rows',
      columns: ['large values', 'input', 'PostgreSQL µs', 'to 1 KB', 'WAL bytes', 'to 1 KB'],
      rows,
      notes: [
        `Medians of ${turns} turns of ${seconds * runsASecond} runs, ${runsASecond} a second and one at a time, sizes in turns, with the log, usage and audit; inputs that do not compress, another one for each run. What the database does without runs is taken off. *to 1 KB*: against a run with 1 KB.`,
      ],
    };
  } finally {
    await bed.close();
    await bucket.close();
  }
}

async function placeOf(bed: TestBed, name: string, env: Record<string, string>): Promise<Place> {
  const server = await bed.server(name, env);
  return [name, server, `/api/workflows/${await deploy(server, noOp)}/execute`];
}

async function costs(bed: TestBed, place: Place, seconds: number): Promise<(string | number)[][]> {
  const measured = sizes.map((): Cost[] => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, [, bytes]] of sizes.entries()) measured[index]?.push(await costOf(bed, place, bytes, seconds));
  }
  const middle = (index: number, figure: keyof Cost): number => median((measured[index] ?? []).map((cost) => cost[figure]));
  return sizes.map(([size], index) => {
    const of = (figure: keyof Cost): number[] => [round(middle(index, figure)), round(middle(index, figure) / middle(0, figure), 2)];
    return [place[0], size, ...of('postgresUs'), ...of('walBytes')];
  });
}

async function costOf(bed: TestBed, [, server, path]: Place, bytes: number, seconds: number): Promise<Cost> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const reading = async (): Promise<Reading> => {
    const { rows } = await client.query<{ wal: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal`);
    return { at: performance.now(), postgresUs: postgresCpuUs(bed.postgres.pid), walBytes: Number(rows[0]?.wal) };
  };
  const readings = [await reading()];
  const after = async (work: Promise<unknown>): Promise<void> => {
    await work;
    readings.push(await reading());
  };
  const text = randomBytes((bytes * 3) / 4).toString('base64');
  // One after the other and evenly: of runs that come close behind each other, the log and the audit log are written together.
  const run = async (during: number): Promise<void> => {
    const startedAt = performance.now();
    for (let n = 0; n < during * runsASecond; n += 1) {
      await pause(Math.max(0, startedAt + (n / runsASecond) * 1_000 - performance.now()));
      const { status } = await server.call('POST', path, { n, text: `${startedAt} ${n} ${text}` });
      if (status !== 200) throw new Error(`A run was answered with ${status}`);
    }
  };
  await after(pause(idleMs));
  await after(run(warmUpSeconds));
  await after(run(seconds).then(() => pause(settleMs)));
  await after(pause(idleMs));
  await client.end();
  const [first, quiet, began, ended, last] = readings as [Reading, Reading, Reading, Reading, Reading];
  const of = (figure: keyof Cost): number => {
    const spent = (from: Reading, to: Reading): number => to[figure] - from[figure];
    const idle = (spent(first, quiet) + spent(ended, last)) / (quiet.at - first.at + (last.at - ended.at));
    return (spent(began, ended) - idle * (ended.at - began.at)) / (seconds * runsASecond);
  };
  return { postgresUs: of('postgresUs'), walBytes: of('walBytes') };
}
