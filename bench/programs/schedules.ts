import pg from 'pg';
import { TestBed, type Subject } from '../support/bed.js';
import type { BenchOptions } from '../support/options.js';
import { usageOf } from '../support/processes.js';
import { killAtRandom } from '../support/random-kills.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';

const processes = 3;
const mostDue = 100_000;
const timers = 10_000;
const idle = 1_000_000;
const perSecond = 100;
const driftSeconds = 300;
const idleSeconds = 30;

/** `--only=`: the cases. */
const cases: Readonly<Record<string, (options: BenchOptions) => Promise<readonly (string | number)[][]>>> = {
  storm,
  downtime,
  drift,
  idle: idleCost,
};

/** Many schedules at one instant, after an outage, over minutes, and none that is due. */
export async function schedules(options: BenchOptions): Promise<Section> {
  const rows: (string | number)[][] = [];
  for (const [name, measure] of Object.entries(cases)) if (name.includes(options.only)) rows.push(...(await measure(options)));
  return {
    title: 'Schedules',
    columns: ['case', 'figure', 'value', 'budget'],
    rows,
    notes: [
      `${processes} processes on one database. Storm: the run of each schedule is its trigger alone; two of three processes are killed at random and started again until all is stored.`,
      'Baseline of the storm: runs that one request after another queues over HTTP. Drift: from the time at which a schedule was due to the first event of its run.',
    ],
  };
}

interface Ground {
  readonly bed: TestBed;
  readonly client: pg.Client;
  readonly servers: Subject[];
  readonly workflowId: string;
  start(): Promise<Subject>;
  close(): Promise<void>;
}

async function ground(name: string, fields: Readonly<Record<string, string>>): Promise<Ground> {
  const bed = await TestBed.open();
  const first = await bed.server(name);
  const { databaseUrl } = first;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const start = (): Promise<Subject> => bed.server(name, { DATABASE_URL: databaseUrl });
  const close = async (): Promise<void> => {
    await client.end();
    await bed.close();
  };
  return { bed, client, servers: [first], workflowId: await deploy(first, fields), start, close };
}

async function deploy(server: Subject, fields: Readonly<Record<string, string>>): Promise<string> {
  const { body: workspaces } = await server.call('GET', '/api/v1/workspaces');
  const workspaceId = (workspaces as { data: { id: string }[] }).data[0]?.id;
  const { body } = await server.call('POST', '/api/v1/workflows', { workspaceId, name: 'Tick' });
  const { id } = (body as { data: { id: string } }).data;
  const subBlocks = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { id: field, type: 'short-input', value }]));
  const block = (blockId: string, type: string, fieldsOf: object) => ({
    id: blockId,
    type,
    name: blockId,
    position: { x: 0, y: 0 },
    subBlocks: fieldsOf,
    outputs: {},
    enabled: true,
  });
  const blocks = { tick: block('tick', 'schedule', subBlocks), start: block('start', 'start_trigger', {}) };
  await server.call('PUT', `/api/v1/workflows/${id}/state`, { state: { blocks, edges: [], loops: {}, parallels: {} } });
  const { status } = await server.call('POST', `/api/v1/workflows/${id}/deploy`);
  if (status !== 200) throw new Error(`Deploying answered ${status}`);
  return id;
}

/** Copies of the trigger, of which one block may have one only; `due` is SQL of their next time, `n` their number. */
async function copies({ client, workflowId }: Ground, count: number, due: string): Promise<void> {
  await client.query('drop index if exists trigger_block');
  await client.query(
    `with made as (insert into trigger (id, workspace_id, workflow_id, block_id, block_name, kind, provider, status, config, version, position, created_at, updated_at)
       select gen_random_uuid(), workspace_id, workflow_id, block_id, block_name, kind, provider, status, config, version, position, created_at, updated_at
       from trigger, generate_series(1, $2::int) where workflow_id = $1 returning id)
     insert into schedule_cursor (id, polls, scheduled_for, due_at, fired, active_jobs, fence)
     select id, false, ${due}, ${due}, 0, '{}', -1 from (select id, row_number() over () as n from made) made`,
    [workflowId, count],
  );
  await client.query('vacuum analyze trigger, schedule_cursor');
  await client.query(`select pg_notify('sluice', 'schedules')`);
}

const number = async (client: pg.Client, sql: string): Promise<number> => {
  const { rows } = await client.query<{ n: string | null }>(sql);
  return Number(rows[0]?.n ?? Number.NaN);
};

const stored = (client: pg.Client): Promise<number> => number(client, `select count(*) as n from delivery where outcome = 'accepted'`);

async function until(reached: () => Promise<boolean>, limitMs = 900_000): Promise<number> {
  const startedAt = Date.now();
  while (!(await reached())) {
    if (Date.now() - startedAt > limitMs) throw new Error('It took too long');
    await pause(250);
  }
  return Date.now();
}

async function storm({ runs }: BenchOptions): Promise<(string | number)[][]> {
  const count = Math.min(runs, mostDue);
  const yearly = { scheduleType: 'custom', cronExpression: '0 0 1 1 *', overlapPolicy: 'skip' };
  const place = await ground('storm', yearly);
  try {
    const { client, servers } = place;
    const single = await backlog(place);
    while (servers.length < processes) servers.push(await place.start());
    await client.query('delete from delivery');
    const before = await number(client, 'select count(*) as n from job where completed_at is null');
    if (before > 0) await until(async () => (await number(client, 'select count(*) as n from job where completed_at is null')) === 0);
    await copies(place, count, `date_trunc('second', now()) + interval '15 seconds'`);
    const due = await number(
      client,
      "select extract(epoch from min(due_at)) * 1000 as n from schedule_cursor where scheduled_for < now() + interval '1 hour'",
    );
    await pause(Math.max(0, due - Date.now()) + 500);
    const killer = killAtRandom(servers, () => place.start());
    const storedAt = await until(async () => (await stored(client)) >= count);
    const kills = await killer.stop();
    const endedAt = await until(async () => (await number(client, 'select count(*) as n from job where completed_at is null')) === 0);
    const twice = await number(
      client,
      'select count(*) as n from (select 1 from delivery group by trigger_id, scheduled_for having count(*) > 1) d',
    );
    const firings = await stored(client);
    return [
      [`storm of ${count}`, 'fired, of them twice', `${firings}, ${twice}`, `${count}, 0`],
      ['', 'processes killed', kills, ''],
      ['', 'all stored after, s', round((storedAt - due) / 1000, 1), 60],
      ['', 'all runs ended after, s', round((endedAt - due) / 1000, 1), ''],
      [
        '',
        'stored in a second, and as a ratio of runs that are queued over HTTP',
        `${round(count / ((storedAt - due) / 1000))}, ${round(count / ((storedAt - due) / 1000) / single, 2)}`,
        '',
      ],
    ];
  } finally {
    await place.close();
  }
}

/** Runs in a second that 32 clients queue over HTTP, in one process. */
async function backlog({ servers, workflowId }: Ground): Promise<number> {
  const total = 5_000;
  const startedAt = performance.now();
  let left = total;
  const client = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const answer = await servers[0]?.call('POST', `/api/workflows/${workflowId}/execute`, { async: true });
      if (answer?.status !== 202) throw new Error(`Queueing answered ${answer?.status}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, client));
  return total / ((performance.now() - startedAt) / 1000);
}

async function downtime(): Promise<(string | number)[][]> {
  const place = await ground('downtime', { scheduleType: 'minutes', minutesInterval: '1', catchUp: 'one' });
  try {
    const { client, servers } = place;
    await servers[0]?.stop();
    await copies(place, timers, `date_trunc('minute', now()) - interval '10 minutes' + (n % 9) * interval '1 minute'`);
    const startedAt = Date.now();
    await place.start();
    const storedAt = await until(async () => (await stored(client)) >= timers);
    const missed = await number(client, `select count(*) as n from delivery where reason = 'missed'`);
    // The time that each schedule had been due since, in the order of its run: by how many places is it out of order?
    const displaced = await number(
      client,
      `select max(abs(place - due_place)) as n from (
         select row_number() over (order by d.id) as place, rank() over (order by m.since desc) as due_place, count(*) over (partition by m.since) as peers
         from delivery d join lateral (
           select (e.data->'payload'->>'missed')::int as since from delivery s join run_event e on e.stream_id = s.id
           where s.trigger_id = d.trigger_id and s.reason = 'missed' limit 1) m on true where d.outcome = 'accepted') p where place > due_place + peers`,
    );
    return [
      [
        `${timers} schedules after 10 minutes of downtime`,
        'fired, deliveries of missed times',
        `${await stored(client)}, ${missed}`,
        timers,
      ],
      ['', 'all stored after the start of a process, s', round((storedAt - startedAt) / 1000, 1), ''],
      ['', 'places behind its turn, at most', Number.isNaN(displaced) ? 0 : displaced, ''],
    ];
  } finally {
    await place.close();
  }
}

async function drift({ runs }: BenchOptions): Promise<(string | number)[][]> {
  const seconds = Math.min(runs, driftSeconds);
  const place = await ground('drift', {
    scheduleType: 'custom',
    cronExpression: '*/30 * * * * *',
    jitterSeconds: '30',
    overlapPolicy: 'allow',
  });
  try {
    const { client, servers } = place;
    while (servers.length < 2) servers.push(await place.start());
    await copies(place, perSecond * 30, `date_trunc('minute', now()) + interval '1 minute'`);
    await pause((seconds + 90) * 1_000);
    const { rows } = await client.query<{ ms: number }>(
      `select (extract(epoch from s.at - (j.data->'payload'->'input'->>'firedAt')::timestamptz) * 1000
          + (j.data->'payload'->'input'->>'late')::int)::float8 as ms
       from delivery d join run_event j on j.stream_id = d.job_id and j.type = 'job.queued'
       join run_event s on s.stream_id = d.execution_id and s.type = 'execution.started'`,
    );
    const drifts = rows.map(({ ms }) => ms);
    return [
      [`${perSecond} firings a second for ${seconds} s`, 'runs', drifts.length, ''],
      ['', 'drift p50, ms', round(quantile(drifts, 0.5), 1), ''],
      ['', 'drift p99, ms', round(quantile(drifts, 0.99), 1), 100],
      ['', 'drift, longest, ms', round(Math.max(...drifts)), ''],
    ];
  } finally {
    await place.close();
  }
}

async function idleCost(): Promise<(string | number)[][]> {
  const place = await ground('idle', { scheduleType: 'daily', dailyTime: '09:00' });
  try {
    const { client, servers, bed } = place;
    const pid = servers[0]?.pid ?? 0;
    const core = async (): Promise<number> => {
      const before = usageOf(pid).cpuMs + usageOf(bed.postgres.pid).cpuMs;
      await pause(idleSeconds * 1_000);
      return ((usageOf(pid).cpuMs + usageOf(bed.postgres.pid).cpuMs - before) / (idleSeconds * 1_000)) * 100;
    };
    await pause(10_000);
    const without = await core();
    await client.query(
      `insert into schedule_cursor (id, polls, scheduled_for, due_at, fired, active_jobs, fence)
       select gen_random_uuid(), false, d.at, d.at, 0, '{}', -1
       from (select now() + interval '1 day' + n * interval '1 second' as at from generate_series(1, $1::int) n) d`,
      [idle],
    );
    await client.query('vacuum analyze schedule_cursor');
    await client.query('checkpoint');
    await pause(5_000);
    const scans = (): Promise<number> => number(client, `select seq_scan as n from pg_stat_user_tables where relname = 'schedule_cursor'`);
    const before = await scans();
    const having = await core();
    return [
      [
        `${idle} idle schedules`,
        '% of a core, server and database, without and with them',
        `${round(without, 2)}, ${round(having, 2)}`,
        'difference ≤ 1',
      ],
      ['', 'sequential scans', (await scans()) - before, 0],
    ];
  } finally {
    await place.close();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
