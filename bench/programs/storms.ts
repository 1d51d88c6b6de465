import { join } from 'node:path';
import pg from 'pg';
import { readLockFile } from '#host/postgres/folder/lock-file.js';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { startOutside } from '../support/outside.js';
import type { Section } from '../support/report.js';
import { round } from '../support/statistics.js';
import { prepareTraffic, Traffic, type TrafficReport } from '../support/traffic.js';

const clients = 12;
const rounds = 3;
const betweenMs = 2_500;
const slowestBlockMs = 40;

interface Struck {
  readonly bed: TestBed;
  readonly databaseUrl: string;
  readonly servers: Subject[];
  readonly restart: (index: number) => Promise<void>;
}

/** Every kind of fault, each alone and all together, on two processes with the role all. */
const storms: Readonly<Record<string, (struck: Struck, round: number) => Promise<void>>> = {
  none: async () => undefined,
  'sessions of the database ended': endSessions,
  'postmaster killed': killPostmaster,
  'process killed': ({ restart }, turn) => restart(turn % 2),
  'all of them': async (struck, turn) => {
    await endSessions(struck);
    await pause(300);
    await killPostmaster(struck);
    await pause(1_000);
    await struck.restart(turn % 2);
  },
};

/** Runs that are accepted during outages of the database and deaths of processes, and what becomes of them. */
export async function stormFigures(): Promise<Section> {
  const rows: (string | number)[][] = [];
  let calm = 0;
  for (const [name, strike] of Object.entries(storms)) {
    const { report, perSecond } = await weather(strike);
    calm ||= perSecond;
    const { accepted, retries, refused, lost, doubled, failed } = report;
    rows.push([name, accepted, lost, doubled, failed, retries, refused.length, round(perSecond / calm, 2)]);
  }
  return {
    title: 'Storms',
    columns: ['storm', 'accepted', 'lost', 'doubled', 'failed', 'repeated requests', 'failed requests', 'accepted, ratio'],
    rows,
    notes: [
      `${clients} clients that repeat refused requests, two processes \`all\`, ${rounds} rounds of each storm, ${betweenMs / 1000} s apart. Each run uses a secret, calls an external`,
      'system twice, runs a function and writes a row; every fourth asks a question. *doubled*: two ends of a run, or one effect under two keys.',
    ],
  };
}

async function weather(strike: (struck: Struck, round: number) => Promise<void>): Promise<{ report: TrafficReport; perSecond: number }> {
  const bed = await TestBed.open();
  const outside = await startOutside(slowestBlockMs);
  try {
    const first = await bed.server('storm', { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' });
    const { databaseUrl } = first;
    const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', DATABASE_URL: databaseUrl };
    const servers: Subject[] = [first, await bed.server('storm', env)];
    const restart = async (index: number): Promise<void> => {
      const { pid = 0 } = servers[index] ?? {};
      if (pid > 0) process.kill(pid, 'SIGKILL');
      servers[index] = await bed.server('storm', env);
    };
    const workflows = await prepareTraffic(first, outside);
    let turn = 0;
    const url = (): string => servers[(turn += 1) % servers.length]?.url ?? '';
    const startedAt = performance.now();
    const traffic = new Traffic({ url, key: benchKey, clients, workflows, databaseUrl, outside });
    for (let round = 0; round < rounds; round += 1) {
      await pause(betweenMs);
      await strike({ bed, databaseUrl, servers, restart }, round);
    }
    await pause(betweenMs);
    const seconds = (performance.now() - startedAt) / 1000;
    const report = await traffic.end();
    if (report.reasons.length + report.refused.length > 0) process.stderr.write(`${[...report.reasons, ...report.refused].join('\n')}\n`);
    return { report, perSecond: report.accepted / seconds };
  } finally {
    await bed.close();
    await outside.close();
  }
}

async function endSessions({ databaseUrl }: Struck): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

async function killPostmaster({ bed }: Struck): Promise<void> {
  const pid = readLockFile(join(bed.folder, 'postgres'))?.pid;
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
