import pg from 'pg';
import { TestBed, type Subject } from '../support/bed.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, quantile, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

/** Loops rest longer after a minute without activity. */
const quietMs = 62_000;
const measuredMs = 30_000;
const samples = 10;
/** Servers that become quiet at the same time; each is woken once a round. */
const servers = 4;
const rounds = 4;

interface Cost {
  readonly node: number;
  readonly postgres: number;
  readonly statements: number;
  /** Median of what is open, not a rate. */
  readonly connections: number;
}

type Server = Subject & { readonly databaseUrl: string };

/** What a process costs that has nothing to do, in its first minute and afterwards, and how fast the first start after that runs. */
export async function idleCost(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('idle');
    await pause(15_000);
    const awake = await costOf(bed, server);
    await pause(quietMs - measuredMs);
    const quiet = await costOf(bed, server);
    const { first, next } = await firstStarts(bed);
    const delay = (delays: readonly number[]): string =>
      `${round(quantile(delays, 0.5), 1)} ms p50, ${round(Math.max(...delays), 1)} ms at most`;
    const row = (name: string, of: keyof Cost): (string | number)[] => [
      name,
      round(awake[of], 1),
      round(quiet[of], 1),
      round(quiet[of] / awake[of], 2),
    ];
    return {
      title: 'An idle process with all roles',
      columns: ['a second', 'in the minute after activity', 'quiet', 'ratio'],
      rows: [
        row('node, ms', 'node'),
        row('PostgreSQL, ms', 'postgres'),
        row('transactions', 'statements'),
        row('open connections', 'connections'),
      ],
      notes: [
        `${first.length} asynchronous starts, each the first after a quiet minute: ${delay(first)} until the run began (clock of 1 ms). ` +
          `A second start at once after each of them: ${delay(next)}.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function costOf(bed: TestBed, server: Server): Promise<Cost> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const reading = async (): Promise<Omit<Cost, 'connections'>> => {
    const { rows } = await client.query<{ n: number }>(
      'select (xact_commit + xact_rollback)::float8 as n from pg_stat_database where datname = current_database()',
    );
    return { node: usageOf(server.pid).cpuMs, postgres: usageOf(bed.postgres.pid).cpuMs, statements: rows[0]?.n ?? 0 };
  };
  const open: number[] = [];
  const before = await reading();
  for (let sample = 0; sample < samples; sample += 1) {
    await pause(measuredMs / samples);
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    open.push(rows[0]?.n ?? 0);
  }
  const after = await reading();
  await client.end();
  const perSecond = (of: keyof typeof after): number => ((after[of] - before[of]) / measuredMs) * 1000;
  return {
    node: perSecond('node'),
    postgres: perSecond('postgres'),
    statements: perSecond('statements'),
    connections: median(open),
  };
}

/** From the request to the start of the run, in ms. */
async function firstStarts(bed: TestBed): Promise<{ readonly first: readonly number[]; readonly next: readonly number[] }> {
  const all: { server: Server; path: string }[] = [];
  for (let n = 0; n < servers; n += 1) {
    const server = await bed.server(`quiet${n}`);
    all.push({ server, path: `/api/workflows/${await deploy(server, noOp)}/execute` });
  }
  const first: number[] = [];
  const next: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await pause(quietMs);
    for (const { server, path } of all) {
      first.push(await startDelay(server, path));
      next.push(await startDelay(server, path));
    }
  }
  return { first, next };
}

async function startDelay(server: Server, path: string): Promise<number> {
  const askedAt = Date.now();
  const { body } = await server.call('POST', path, { async: true, input: { n: 1 } });
  const { executionId } = body as { executionId: string };
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ at: string }>(
        `select data->>'startedAt' as at from run_event where type = 'execution.started' and stream_id = $1`,
        [executionId],
      );
      if (rows[0] !== undefined) return Date.parse(rows[0].at) - askedAt;
      await pause(20);
    }
  } finally {
    await client.end();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
