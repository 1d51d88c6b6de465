import pg from 'pg';
import { composition } from '#app/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { AuditLines } from '#modules/audit/recording/audit-lines.js';
import { auditRound } from '#modules/audit/recording/audit-round.js';
import { loadSigningKey } from '#modules/audit/store/signing-key.js';
import { TestBed } from '../support/bed.js';
import { postgresCpuUs } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { writeRunHistory } from '../support/run-history.js';
import { median, round } from '../support/statistics.js';

const runs = 100_000;
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
    await writeHistory(await bed.database('history'));
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
      notes: [`One process catches up with ${runs} runs of two events each. Medians of ${turns} turns.`],
    };
  } finally {
    await bed.close();
  }
}

async function writeHistory(connectionString: string): Promise<void> {
  const database = await open(connectionString);
  for (const months of [0, 1]) await database.partitions.ensure(new Date(Date.now() - months * 30 * 86_400_000), 0);
  await database.close();
  const ids = new SystemIds();
  const workspaces = Array.from({ length: 5 }, () => ({ id: ids.next(), workflowIds: Array.from({ length: 10 }, () => ids.next()) }));
  const client = new pg.Client({ connectionString });
  await client.connect();
  await writeRunHistory(client, { workspaces, runs, months: 1, userId: ids.next() });
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
