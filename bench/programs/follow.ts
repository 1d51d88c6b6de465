import pg from 'pg';
import { composition } from '#app/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemClock } from '#host/system-clock.js';
import { AuditLines } from '#modules/audit/recording/audit-lines.js';
import { auditRound } from '#modules/audit/recording/audit-round.js';
import { loadSigningKey } from '#modules/audit/store/signing-key.js';
import { benchKey, TestBed } from '../support/bed.js';
import { drive } from '../support/load.js';
import { postgresCpuUs } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const runs = 50_000;
const clients = 64;
const turns = 3;
const auditBatch = 2000;
const clock = new SystemClock();
const box = new SecretBox('1'.repeat(64));

type Followed = 'views' | 'audit log';
const cases: readonly (readonly Followed[])[] = [['views'], ['audit log'], ['views', 'audit log']];

interface Cost {
  readonly perSecond: number;
  readonly nodeUs: number;
  readonly postgresUs: number;
}

/** How fast one process follows events that are there already, alone on the machine. */
export async function following(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    await writeHistory(bed);
    const measured = cases.map((): Cost[] => []);
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, followed] of cases.entries()) measured[index]?.push(await costOf(bed, `follow_${turn}_${index}`, followed));
    }
    const middle = (index: number, figure: keyof Cost): number => median((measured[index] ?? []).map((cost) => cost[figure]));
    return {
      title: 'Following',
      columns: ['what follows', 'runs/s', 'node µs a run', 'PostgreSQL µs a run'],
      rows: cases.map((followed, index) => [
        followed.join(' and '),
        ...(['perSecond', 'nodeUs', 'postgresUs'] as const).map((figure) => round(middle(index, figure))),
      ]),
      notes: [`One process catches up with ${runs} synchronous runs of a start and a Response block. Medians of ${turns} turns.`],
    };
  } finally {
    await bed.close();
  }
}

/** Real runs, which nothing has followed yet. */
async function writeHistory(bed: TestBed): Promise<void> {
  const server = await bed.server('history', { SLUICE_ROLE: 'api' });
  const url = `${server.url}/api/workflows/${await deploy(server, noOp)}/execute`;
  await drive({ url, headers: { 'x-api-key': benchKey }, body: '{"n":7}', clients, seconds: 600, amount: runs });
  await server.stop();
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query('vacuum analyze run_event');
  await client.end();
}

function open(connectionString: string): Promise<Database> {
  return openDatabase({ connectionString, poolSize: 4, composition, clock, onError: (error) => console.error(error) });
}

async function costOf(bed: TestBed, name: string, followed: readonly Followed[]): Promise<Cost> {
  const database = await open(await bed.database(name, 'history'));
  const [startedAt, node, postgres] = [performance.now(), process.cpuUsage(), postgresCpuUs(bed.postgres.pid)];
  await Promise.all(followed.map((what) => (what === 'views' ? followViews(database) : followAudit(database))));
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(node);
  const cost = {
    perSecond: runs / seconds,
    nodeUs: (user + system) / runs,
    postgresUs: (postgresCpuUs(bed.postgres.pid) - postgres) / runs,
  };
  await database.close();
  return cost;
}

async function followViews({ projections }: Database): Promise<void> {
  projections.start();
  for (const name of projections.followers) while (!(await projections.upToDate(name, 60_000)));
}

async function followAudit({ pool }: Database): Promise<void> {
  const key = await loadSigningKey(pool, box);
  const client = await pool.connect();
  const lines = new AuditLines(composition.auditLines);
  try {
    for (let passed = auditBatch; passed === auditBatch;) {
      passed = (await auditRound(client, { lines, key, now: clock.now(), limit: auditBatch })) ?? 0;
    }
  } finally {
    client.release();
  }
}
