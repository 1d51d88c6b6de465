import pg from 'pg';
import { benchKey, TestBed, type Subject } from '../support/bed.js';
import { drive, type Load } from '../support/load.js';
import { measure, type Measure } from '../support/measure.js';
import type { Section } from '../support/report.js';
import { median, quantile, round } from '../support/statistics.js';
import { asking, deploy, noOp } from '../support/workflows.js';

const pausedRuns = 100_000;
const turns = 12;
const seconds = 5;
const clients = 16;
const lists = 300;

/** What runs that wait cost those that do not, and how fast they are listed. */
export async function pausedExecutions(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    // As many runs that are over: what is looked for is the price of the waiting, not that of a history. And those twice: how far two
    // databases are apart that hold the same is what a difference has to exceed.
    const over = await prepared(bed, 'over', 'over');
    const again = await prepared(bed, 'again', 'over');
    const waiting = await prepared(bed, 'waiting', 'waiting');
    const cases = [over, again, waiting];
    await bed.withoutCleaning();
    const measures = new Map(cases.map((each) => [each, [] as Measure[]]));
    for (let turn = 0; turn < turns; turn += 1) {
      // Who goes later finds the machine as the others left it, so they take turns in that, too.
      for (const at of cases.keys()) {
        const each = cases[(at + turn) % cases.length] as Prepared;
        measures.get(each)?.push(await measuredAlone(bed, each));
      }
    }
    const [first = [], second = [], beside = []] = cases.map((each) => measures.get(each) ?? []);
    const measured = await listsOf(bed, waiting);
    return {
      title: 'Runs that wait',
      columns: ['case', `${pausedRuns} answered`, 'the same again', `${pausedRuns} waiting`, 'again / answered', 'waiting / both answered'],
      rows: [
        ...figures.map(({ figure, name }) => compared(name, figure, { first, second, beside })),
        ...measured.map(({ name, p50, p99 }) => [`${name}, p50 / p99 ms`, '', '', `${round(p50, 1)} / ${round(p99, 1)}`, '', '']),
      ],
      notes: [
        `Medians of ${turns} turns of ${seconds} s with ${clients} clients, a new process each turn and one process at a time; µs are CPU time for each run. Lists of 50, one client, ${lists} of each.`,
        `Runs/s turn by turn: ${perSecond(first)} answered, ${perSecond(second)} the same again, ${perSecond(beside)} waiting.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

type Figure = 'perSecond' | 'nodeUs' | 'postgresUs';

const figures: readonly { readonly figure: Figure; readonly name: string }[] = [
  { figure: 'perSecond', name: 'synchronous runs/s' },
  { figure: 'nodeUs', name: 'node µs' },
  { figure: 'postgresUs', name: 'PostgreSQL µs' },
];

type Compared = Readonly<Record<'first' | 'second' | 'beside', readonly Measure[]>>;

function compared(name: string, figure: Figure, { first, second, beside }: Compared): (string | number)[] {
  const middle = (of: readonly Measure[]): number => median(of.map((each) => each[figure]));
  const [one, other, waiting] = [middle(first), middle(second), middle(beside)];
  const answered = middle([...first, ...second]);
  return [name, round(one), round(other), round(waiting), round(other / one, 2), round(waiting / answered, 2)];
}

const perSecond = (of: readonly Measure[]): string => of.map((each) => round(each.perSecond)).join(' ');

/** Runs in a separate process: differences in compilation and garbage collection between processes exceed the measured effect. */
async function measuredAlone(bed: TestBed, { databaseUrl, load }: Prepared): Promise<Measure> {
  const server = await bed.server('', { DATABASE_URL: databaseUrl });
  try {
    const here = { ...load, url: `${server.url}${load.url}` };
    await drive({ ...here, seconds: 3 });
    return await measure(server, here, bed.postgres.pid);
  } finally {
    await server.stop();
  }
}

async function listsOf(bed: TestBed, { databaseUrl, listPath }: Prepared): Promise<readonly Times[]> {
  return measureLists(await bed.server('', { DATABASE_URL: databaseUrl }), listPath);
}

type Server = Subject & { readonly databaseUrl: string };

interface Prepared {
  readonly databaseUrl: string;
  /** Its address is a path: every turn has a separate server. */
  readonly load: Load;
  readonly listPath: string;
}

async function prepared(bed: TestBed, name: string, runs: 'waiting' | 'over'): Promise<Prepared> {
  const server = await bed.server(name);
  const waits = await deploy(server, asking);
  await insertRuns(server, waits, runs);
  const url = `/api/workflows/${await deploy(server, noOp)}/execute`;
  await server.stop();
  const load = { url, headers: { 'x-api-key': benchKey }, body: '{"n": 7}', clients, seconds };
  return { databaseUrl: server.databaseUrl, load, listPath: `/api/workflows/${waits}/paused` };
}

interface Times {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
}

async function measureLists(server: Subject, path: string): Promise<readonly Times[]> {
  const cases = [
    ['first page', ''],
    ['first page of those that wait', '?status=paused,partially_resumed'],
    ['page of a status that none has', '?status=cancelled'],
  ] as const;
  const results: Times[] = [];
  for (const [name, query] of cases) results.push({ name, ...(await timesOf(server, () => `${path}${query}`)) });
  let cursor = '';
  const next = async (): Promise<string> => {
    const { body } = await server.call('GET', `${path}?limit=100${cursor}`);
    cursor = `&cursor=${String((body as { nextCursor: string | null }).nextCursor)}`;
    return `${path}?limit=50${cursor}`;
  };
  return [...results, { name: 'page after page', ...(await timesOf(server, next)) }];
}

async function timesOf(server: Subject, path: () => string | Promise<string>): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let n = 0; n < lists + 20; n += 1) {
    const wanted = await path();
    const startedAt = performance.now();
    const { status } = await server.call('GET', wanted);
    if (status !== 200) throw new Error(`The list answered ${status}`);
    // The first ones are there to warm up.
    if (n >= 20) times.push(performance.now() - startedAt);
  }
  return { p50: median(times), p99: quantile(times, 0.99) };
}

/** One run, a hundred thousand times: its events, its account, its row in the list and, if it waits, a timer far away. */
async function insertRuns(server: Server, workflowId: string, runs: 'waiting' | 'over'): Promise<void> {
  const { body } = await server.call('POST', `/api/workflows/${workflowId}/execute`, {});
  const { executionId } = body as { executionId: string };
  const { body: account } = await server.call('GET', `/api/resume/${workflowId}/${executionId}`);
  const [point] = (account as { pausePoints: { contextId: string }[] }).pausePoints;
  if (runs === 'over') await server.call('POST', `/api/resume/${workflowId}/${executionId}/${point?.contextId}`, {});
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `create temporary table copies as select uuidv7() as run, uuidv7() as account, n from generate_series(1, ${pausedRuns}) n`,
    );
    for (const statement of [copyOfEvents, copyOfRow, ...(runs === 'waiting' ? [timerOfCopy] : [])]) {
      await client.query(statement, [executionId]);
    }
    await untilRecorded(client);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const columns = 'version, type, schema_version, workspace_id, data, meta, claims, at';
const copied = columns.replaceAll(/\w+/g, 'e.$&');
/**
 * Run after run and event after event, as they happen. All first events and then all second ones would leave room on each page that fits neither,
 * and the runs that are measured would fill it up, page by page from all over the table.
 */
const copyOfEvents = `insert into run_event (stream_id, ${columns})
  select case when e.stream_id = $1 then copies.run else copies.account end, ${copied}
  from copies, run_event e where e.stream_id = $1 or e.stream_id = (select id from paused_execution where execution_id = $1)
  order by copies.n, e.pos`;
const copyOfRow = `insert into paused_execution (id, execution_id, workflow_id, workspace_id, status, pause_count, resumed_count, paused_at, updated_at)
  select copies.account, copies.run, p.workflow_id, p.workspace_id, case when copies.n % 5 = 0 then 'fully_resumed' else p.status end,
    p.pause_count, p.resumed_count, p.paused_at - copies.n * interval '1 second', p.updated_at
  from paused_execution p, copies where p.execution_id = $1`;
const timerOfCopy = `insert into timer (id, kind, workspace_id, stream_id, priority, fence, due_at)
  select copies.run, 'run', p.workspace_id, copies.run, 0, 0, now() + interval '30 days' + copies.n * interval '1 second'
  from paused_execution p, copies where p.execution_id = $1`;

/** The log and the audit log have taken them in: they would do so beside the runs that are measured. */
async function untilRecorded(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ logged: number; audited: number }>(
      `select (select count(*) from execution_log where status in ('paused', 'completed'))::int as logged,
         (select coalesce(sum(seq), 0) from audit_chain)::int as audited`,
    );
    if ((rows[0]?.logged ?? 0) > pausedRuns && (rows[0]?.audited ?? 0) > pausedRuns) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
