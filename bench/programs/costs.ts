import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import type { BenchOptions } from '../support/options.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { block, chain, deploy, noOp } from '../support/workflows.js';

const clients = 32;
const turns = 5;
const mostRuns = 3_000;
const quietMs = 1_500;
const secret = 'a secret of sixteen characters or more';

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Way {
  readonly name: string;
  readonly next: (n: number) => Sent;
}

interface Place {
  readonly build: string;
  readonly server: Subject & { readonly databaseUrl: string };
  readonly client: pg.Client;
  readonly ways: readonly Way[];
  sent: number;
}

interface Cost {
  readonly nodeUs: number;
  readonly postgresUs: number;
  readonly walBytes: number;
  readonly commits: number;
  readonly diskBytes: number;
}

/** Processor time, WAL, commits and disk of a run with all that follows it, for each way to start one; `--against=` names another build to measure in turns. */
export async function costs({ runs, only, against }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  try {
    await bed.withoutCleaning();
    const builds = [
      { name: 'this build', script: 'dist/bundle/main.js' },
      ...(against === '' ? [] : [{ name: 'other build', script: against }]),
    ];
    const places: Place[] = [];
    for (const [index, { name, script }] of builds.entries()) places.push(await placeOf(bed, name, script, `build${index}`));
    const names = places[0]?.ways.map(({ name }) => name).filter((name) => name.includes(only)) ?? [];
    const rows: (string | number)[][] = [];
    for (const way of names) rows.push(...(await compare(bed, places, way, Math.min(runs, mostRuns))));
    for (const { client } of places) await client.end();
    return {
      title: 'Costs of a run',
      columns: ['run', 'build', 'node µs', 'PostgreSQL µs', 'WAL bytes', 'transactions', 'disk bytes'],
      rows,
      notes: [
        `Medians of ${turns} turns of ${Math.min(runs, mostRuns)} runs by ${clients} clients, builds in turns; each figure is for one run with its views, audit entry and checkpoints, until nothing is left to do. Disk is the growth of tables and indexes without cleaning.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function placeOf(bed: TestBed, build: string, script: string, database: string): Promise<Place> {
  const databaseUrl = await bed.database(database);
  const subject = await bed.start(script, { DATABASE_URL: databaseUrl, SLUICE_DATA_DIR: `${bed.folder}/${database}` });
  const server = { ...subject, databaseUrl };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const workflow = await deploy(server, noOp);
  const webhook = await deployWebhook(server);
  const execute = `/api/workflows/${workflow}/execute`;
  const ways: Way[] = [
    { name: 'synchronous', next: () => ({ path: execute, headers: { 'x-api-key': benchKey }, body: '{"n": 7}' }) },
    {
      name: 'asynchronous',
      next: () => ({ path: execute, headers: { 'x-api-key': benchKey, 'x-execution-mode': 'async' }, body: '{"n": 7}' }),
    },
    { name: 'webhook', next: (n) => delivery(webhook, `${database}-${n}`) },
  ];
  return { build, server, client, ways, sent: 0 };
}

async function compare(bed: TestBed, places: readonly Place[], way: string, runs: number): Promise<(string | number)[][]> {
  const measured = new Map<Place, Cost[]>(places.map((place) => [place, []]));
  for (const place of places) await costOf(bed, place, way, Math.ceil(runs / 4));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const place of turn % 2 === 0 ? places : places.toReversed()) measured.get(place)?.push(await costOf(bed, place, way, runs));
  }
  return [...measured].map(([{ build }, costsOf]) => {
    const middle = (figure: keyof Cost): number => median(costsOf.map((each) => each[figure]));
    const whole = (['nodeUs', 'postgresUs', 'walBytes'] as const).map((figure) => round(middle(figure)));
    return [way, build, ...whole, round(middle('commits'), 2), round(middle('diskBytes'))];
  });
}

/** @returns the cost of each of so many runs */
async function costOf(bed: TestBed, place: Place, name: string, runs: number): Promise<Cost> {
  const way = place.ways.find((each) => each.name === name);
  if (way === undefined) throw new Error(`No way is named ${name}`);
  const before = await figuresOf(bed, place);
  await send(place, way, runs);
  await untilQuiet(place.client);
  const after = await figuresOf(bed, place);
  const of = (figure: keyof Cost): number => (after[figure] - before[figure]) / runs;
  return {
    nodeUs: of('nodeUs'),
    postgresUs: of('postgresUs'),
    walBytes: of('walBytes'),
    commits: of('commits'),
    diskBytes: of('diskBytes'),
  };
}

async function figuresOf(bed: TestBed, { server, client }: Place): Promise<Cost> {
  const { rows } = await client.query<{ wal: string; commits: string; disk: string }>(
    `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal, (select xact_commit from pg_stat_database where datname = current_database()) as commits,
       (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as disk`,
  );
  const [row] = rows;
  return {
    nodeUs: usageOf(server.pid).cpuMs * 1_000,
    postgresUs: usageOf(bed.postgres.pid).cpuMs * 1_000,
    walBytes: Number(row?.wal),
    commits: Number(row?.commits),
    diskBytes: Number(row?.disk),
  };
}

async function send(place: Place, way: Way, runs: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let left = runs;
  const client = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const status = await post(agent, place.server.url, way.next((place.sent += 1)));
      if (status >= 300) throw new Error(`${way.name}: status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
}

function post(agent: Agent, base: string, { path, headers, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(`${base}${path}`, { method: 'POST', agent, headers: { ...length, ...headers } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Nothing waits for a worker, and no follower has anything to read: the tables have stopped growing. */
async function untilQuiet(client: pg.Client): Promise<void> {
  for (let [seen, since] = ['', Date.now()]; Date.now() - since < quietMs;) {
    const { rows } = await client.query<{ work: string; wal: string }>(
      `select (select count(*) from work_item)::text as work, (select sum(n_tup_ins + n_tup_del) from pg_stat_user_tables)::text as wal`,
    );
    const now = `${rows[0]?.work} ${rows[0]?.wal}`;
    if (now !== seen) [seen, since] = [now, Date.now()];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** @returns the path of its address */
async function deployWebhook(server: Subject): Promise<string> {
  const fields = { verification: 'hmac', secret, hmacHeader: 'x-signature', hmacPrefix: 'sha256=' };
  await deploy(server, chain('Orders', [block('orders', 'generic_webhook', fields)]));
  const { body: workspaces } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  const { body } = await server.call('GET', `/api/v1/triggers?workspaceId=${workspaces.data[0]?.id ?? ''}`);
  return new URL((body as { data: { url: string }[] }).data[0]?.url ?? '').pathname;
}

function delivery(path: string, event: string): Sent {
  const body = `{"event":"${event}","text":"${'x'.repeat(980)}"}`;
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { path, body, headers: { 'x-signature': `sha256=${signature}`, 'idempotency-key': event } };
}
