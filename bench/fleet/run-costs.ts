import { cpus } from 'node:os';
import pg from 'pg';
import { benchKey, type Subject, type TestBed } from '../support/bed.js';
import { usageOf } from '../support/processes.js';
import { driveRaw } from '../support/raw-load.js';
import { deploy, noOp } from '../support/workflows.js';
import { predict, type RunCosts } from './fleet-model.js';

const seconds = 6;
/** Few clients make small batches, many make large ones. */
const clientCounts = [1, 4, 16, 64];
const following = 64;
/** A machine that others use as well is not the same from one minute to the next. */
const rounds = 2;
const mostCrowding = 2;
const warmUpSeconds = 4;
/** The follower is done, and PostgreSQL has counted. */
const settleMs = 3_000;

interface Reading {
  /** µs a run. */
  readonly node: number;
  readonly postgres: number;
  readonly follower: number;
  readonly client: number;
  readonly medianMs: number;
  readonly perSecond: number;
  /** Batches a run. */
  readonly batches: number;
}

/** Measures the constants of the model with one process that answers, without a follower and with one. */
export async function measureCosts(bed: TestBed): Promise<RunCosts> {
  const [alone, followed]: [Reading[], Reading[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    for (const clients of clientCounts) alone.push(await reading(bed, { round, clients, isFollowed: false }));
    followed.push(await reading(bed, { round, clients: following, isFollowed: true }));
  }
  const costs = costsFrom(alone, meanOf(followed));
  return withCrowding(costs, meanOf(followed).perSecond);
}

/** The crowding with which the model does what was measured with a follower, where more threads than cores had work. */
function withCrowding(costs: RunCosts, perSecond: number): RunCosts {
  const fleet = { apis: 1, follower: 'apart', clients: following, cores: cpus().length, databaseCores: 'shared' } as const;
  let [low, high] = [0, mostCrowding];
  while (high - low > 0.01) {
    const crowding = (low + high) / 2;
    if (predict({ ...costs, crowding }, fleet, 1).perSecond > perSecond) low = crowding;
    else high = crowding;
  }
  return { ...costs, crowding: high };
}

/** The line through the readings: what each run takes, and what each batch takes. */
export function costsFrom(alone: readonly Reading[], followed: Reading): RunCosts {
  const node = lineThrough(alone.map((each) => [each.batches, each.node]));
  const postgres = lineThrough(alone.map((each) => [each.batches, each.postgres]));
  const client = lineThrough(alone.map((each) => [each.batches, each.client]));
  const [single] = alone;
  const work = [node, postgres, client].reduce((sum, { each, batch }) => sum + each + batch, 0);
  return {
    node: node.each,
    nodeBatch: node.batch,
    postgres: postgres.each,
    postgresBatch: postgres.batch,
    followNode: followed.follower,
    followPostgres: Math.max(0, followed.postgres - postgres.each - postgres.batch * followed.batches),
    client: client.each,
    clientBatch: client.batch,
    flushWait: Math.max(0, (single?.medianMs ?? 0) * 1000 - work),
    crowding: 0,
  };
}

/** Least squares: `y = each + batch · x`, neither below 0. */
function lineThrough(points: readonly (readonly [x: number, y: number])[]): { readonly each: number; readonly batch: number } {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const batch = Math.max(0, points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread);
  return { each: Math.max(0, y - batch * x), batch };
}

function meanOf(readings: readonly Reading[]): Reading {
  const [first, ...others] = readings;
  if (first === undefined) throw new RangeError('There is no reading');
  const mean = (figure: keyof Reading): number => others.reduce((sum, each) => sum + each[figure], first[figure]) / readings.length;
  return {
    node: mean('node'),
    postgres: mean('postgres'),
    follower: mean('follower'),
    client: mean('client'),
    medianMs: mean('medianMs'),
    perSecond: mean('perSecond'),
    batches: mean('batches'),
  };
}

interface Asked {
  readonly round: number;
  readonly clients: number;
  readonly isFollowed: boolean;
}

/** A new installation for each reading: its plan admits 120,000 runs at once. */
async function reading(bed: TestBed, { round, clients, isFollowed }: Asked): Promise<Reading> {
  const databaseUrl = await bed.database(`costs${round}of${clients}${isFollowed ? 'followed' : ''}`);
  const start = (role: string): Promise<Subject> =>
    bed.start('dist/bundle/main.js', { DATABASE_URL: databaseUrl, SLUICE_DATA_DIR: `${bed.folder}/data`, SLUICE_ROLE: role });
  const api = await start('api');
  const follower = isFollowed ? await start('follower') : undefined;
  const url = `${api.url}/api/workflows/${await deploy(api, noOp)}/execute`;
  const load = { url, headers: { 'x-api-key': benchKey }, body: '{"n":7}', connections: clients, seconds };
  await driveRaw({ ...load, seconds: warmUpSeconds });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const figures = async () => {
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const { rows } = await database.query<{ n: number }>(
      'select xact_commit::float8 as n from pg_stat_database where datname = current_database()',
    );
    const used = (pid: number | undefined): number => (pid === undefined ? 0 : usageOf(pid).cpuMs * 1000);
    return { api: used(api.pid), postgres: used(bed.postgres.pid), follower: used(follower?.pid), commits: rows[0]?.n ?? 0 };
  };
  const before = await figures();
  const { answered, refused, servedMs, ownUs } = await driveRaw(load);
  const after = await figures();
  await database.end();
  await follower?.stop();
  await api.stop();
  if (refused > 0) throw new Error('The server has refused runs, so that a run cannot be told');
  const runs = answered * seconds;
  const of = (figure: keyof typeof after): number => (after[figure] - before[figure]) / runs;
  return {
    node: of('api'),
    postgres: of('postgres'),
    follower: of('follower'),
    client: ownUs,
    medianMs: servedMs.p50,
    perSecond: answered,
    batches: Math.min(1, of('commits')),
  };
}
