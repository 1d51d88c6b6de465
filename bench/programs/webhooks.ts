import { createHmac } from 'node:crypto';
import pg from 'pg';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { driveOpenLoop, type LoopRequest, type OpenLoopResult } from '../support/open-loop.js';
import type { BenchOptions } from '../support/options.js';
import { usageOf } from '../support/processes.js';
import { killAtRandom } from '../support/random-kills.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { block, chain, deploy } from '../support/workflows.js';

const secret = 'a secret of sixteen characters or more';
const bodyBytes = 1024;
const yardstickPerSecond = 50;
/** Measured before the asked rate, for a shorter time. */
const slowerRates = [250, 500, 750];
const slowerSeconds = 15;
const endsWithinMs = 600_000;
const mostTriggers = 50;
const deployments = 15;

type Rows = (string | number)[][];

/** `--only=`: the cases. */
const cases: Readonly<Record<string, (options: BenchOptions) => Promise<Rows>>> = {
  accept: (options) => accept(options),
  alone: (options) => accept(options, { SLUICE_ROLE: 'api' }),
  kills,
  deploy: deployTriggers,
};

/** Webhooks at a fixed rate beside plain appends, the same while processes are killed, and the deployment of many. */
export async function webhooks(options: BenchOptions): Promise<Section> {
  const rows: Rows = [];
  for (const [name, measure] of Object.entries(cases)) if (name.includes(options.only)) rows.push(...(await measure(options)));
  return {
    title: 'Webhooks',
    columns: ['case', 'figure', 'value', 'budget'],
    rows,
    notes: [
      `Bodies of ${bodyBytes} bytes with an HMAC and an Idempotency-Key, sent at a fixed rate, however the answers come; times are from when a request was due. The run is the trigger alone, in the same process.`,
      `Plain append: the yardstick, which appends three events for a request, gets ${yardstickPerSecond} requests a second in the same minute on the same PostgreSQL. Kills: two of three processes are killed at random and started again; a request without a successful answer is repeated with its key at the next process.`,
    ],
  };
}

/** The asked rate for the asked time, and after slower ones: where the budget is met, also if it is missed at the end. */
async function accept({ perSecond, seconds }: BenchOptions, env: Record<string, string> = {}): Promise<Rows> {
  const isAlone = env.SLUICE_ROLE === 'api';
  const bed = await TestBed.open();
  try {
    const server = await bed.server('accept', env);
    const yardstick = await bed.start('dist/bench/baseline.js', { DATABASE_URL: await bed.database('yardstick') });
    const path = await deployWebhook(server);
    const plain = (n: number): LoopRequest => ({ url: `${yardstick.url}/run`, headers: { 'x-api-key': benchKey }, body: `{"n": ${n}}` });
    const signed = (rate: number | 'warm', n: number): LoopRequest => delivery(`${server.url}${path}`, `${rate}-${n}`);
    await driveOpenLoop({ perSecond: Math.min(perSecond, 200), seconds: 3, next: (n) => signed('warm', n) });
    await driveOpenLoop({ perSecond: yardstickPerSecond, seconds: 3, next: plain });
    if (!isAlone) await untilRunsEnded(server.databaseUrl);
    const slower = slowerRates.filter((rate) => rate < perSecond).map((rate) => ({ rate, forSeconds: Math.min(seconds, slowerSeconds) }));
    const rows: Rows = [];
    for (const { rate, forSeconds } of [...slower, { rate: perSecond, forSeconds: seconds }]) {
      const usage = (): number[] => [usageOf(server.pid).cpuMs, usageOf(bed.postgres.pid).cpuMs];
      const before = usage();
      const [accepted, appended] = await Promise.all([
        driveOpenLoop({ perSecond: rate, seconds: forSeconds, next: (n) => signed(rate, n) }),
        driveOpenLoop({ perSecond: yardstickPerSecond, seconds: forSeconds, next: plain }),
      ]);
      const startedAt = Date.now();
      if (!isAlone) await untilRunsEnded(server.databaseUrl);
      const endedAfterS = (Date.now() - startedAt) / 1000;
      const cpuUs = usage().map((cpu, index) => ((cpu - (before[index] ?? 0)) * 1000) / accepted.answered);
      rows.push(
        ...ofRate(`${rate}/s for ${forSeconds} s${isAlone ? ', without runs' : ''}`, rate * forSeconds, {
          accepted,
          appended,
          cpuUs,
          endedAfterS,
        }),
      );
    }
    return rows;
  } finally {
    await bed.close();
  }
}

interface Measured {
  readonly accepted: OpenLoopResult;
  readonly appended: OpenLoopResult;
  /** Of node and of PostgreSQL, for a delivery with its run. */
  readonly cpuUs: readonly number[];
  readonly endedAfterS: number;
}

function ofRate(name: string, sent: number, { accepted, appended, cpuUs, endedAfterS }: Measured): Rows {
  const p99 = quantile(accepted.ms, 0.99);
  const plainP99 = quantile(appended.ms, 0.99);
  return [
    [name, 'accepted, repeated, failed', counts(accepted), `${sent}, 0, 0`],
    ['', 'refused by the overload gate', accepted.refused, 0],
    ['', 'p50, p99, ms', `${round(quantile(accepted.ms, 0.5), 1)}, ${round(p99, 1)}`, `p99 ≤ ${round(Math.max(10, 2.5 * plainP99), 1)}`],
    ['', 'plain append: p50, p99, ms', `${round(quantile(appended.ms, 0.5), 1)}, ${round(plainP99, 1)}`, ''],
    ['', 'p99 as a ratio of that of the plain append', round(p99 / plainP99, 2), '≤ 2.5, or p99 ≤ 10 ms'],
    ['', 'node, PostgreSQL: µs for a delivery and its run', cpuUs.map((each) => round(each)).join(', '), ''],
    ['', 'all runs ended after the last answer, s', round(endedAfterS, 1), ''],
  ];
}

async function kills({ perSecond, seconds }: BenchOptions): Promise<Rows> {
  const bed = await TestBed.open();
  try {
    const first = await bed.server('kills');
    const { databaseUrl } = first;
    const start = (): Promise<Subject> => bed.server('kills', { DATABASE_URL: databaseUrl });
    const servers: Subject[] = [first, await start(), await start()];
    const path = await deployWebhook(first);
    const killer = killAtRandom(servers, start);
    const urlOf = (n: number, attempt: number): string => `${servers[(n + attempt) % servers.length]?.url ?? ''}${path}`;
    const sent = await driveOpenLoop({ perSecond, seconds, next: (n, attempt) => delivery(urlOf(n, attempt), `event-${n}`) });
    const killed = await killer.stop();
    const startedAt = Date.now();
    await untilRunsEnded(databaseUrl);
    const [stored, runs, ended] = await figures(databaseUrl, [
      `select count(*) from delivery where outcome = 'accepted'`,
      `select count(distinct stream_id) from run_event where type = 'job.queued'`,
      `select count(*) from run_event where type = 'execution.completed'`,
    ]);
    return [
      [
        `${perSecond}/s for ${seconds} s, 2 of 3 processes killed`,
        'accepted, repeated, failed',
        counts(sent),
        `${perSecond * seconds}, –, 0`,
      ],
      ['', 'processes killed', killed, ''],
      ['', 'deliveries stored, jobs, ends of runs', `${stored}, ${runs}, ${ended}`, `${sent.answered} each`],
      ['', 'p50, p99, ms', `${round(quantile(sent.ms, 0.5), 1)}, ${round(quantile(sent.ms, 0.99), 1)}`, ''],
      ['', 'all runs ended after the last answer, s', round((Date.now() - startedAt) / 1000, 1), ''],
    ];
  } finally {
    await bed.close();
  }
}

/** The deployment of many triggers, in turn with that of as many other blocks. */
async function deployTriggers(): Promise<Rows> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('deploy');
    const many = (name: string, make: (n: number) => Record<string, unknown>): unknown =>
      chain(name, [block('start', 'start_trigger', {}), ...Array.from({ length: mostTriggers }, (_, n) => make(n))]);
    const schedule = { scheduleType: 'custom', cronExpression: '0 9 * * *', timezone: 'Europe/Berlin' };
    const documents = {
      functions: many('Functions', (n) => block(`b${n}`, 'function', { code: `return ${n}` })),
      webhooks: unconnected(many('Webhooks', (n) => block(`b${n}`, 'generic_webhook', signedWebhook))),
      schedules: unconnected(many('Schedules', (n) => block(`b${n}`, 'schedule', schedule))),
    };
    const times: Record<string, number[]> = {};
    const ids: Record<string, string> = {};
    for (const [name, document] of Object.entries(documents)) ids[name] = await deploy(server, document);
    for (let turn = 0; turn < deployments; turn += 1)
      for (const [name, id] of Object.entries(ids)) (times[name] ??= []).push(await redeploy(server, id));
    return Object.entries(times).map(([name, ms], index) => [
      index === 0 ? `deployment of ${mostTriggers} blocks` : '',
      `${name}: median, longest, ms`,
      `${round(quantile(ms, 0.5), 1)}, ${round(Math.max(...ms), 1)}`,
      index === 0 ? '' : '≤ 100',
    ]);
  } finally {
    await bed.close();
  }
}

/** @returns how long the deployment takes, in ms */
async function redeploy(server: Subject, id: string): Promise<number> {
  await server.call('DELETE', `/api/v1/workflows/${id}/deploy`);
  const startedAt = performance.now();
  const { status, body } = await server.call('POST', `/api/v1/workflows/${id}/deploy`);
  if (status !== 200) throw new Error(`The deployment failed: ${JSON.stringify(body)}`);
  return performance.now() - startedAt;
}

const signedWebhook = { verification: 'hmac', secret, hmacHeader: 'x-signature', hmacPrefix: 'sha256=' };

function unconnected(document: unknown): unknown {
  const { state, ...rest } = document as { state: object };
  return { ...rest, state: { ...state, edges: [] } };
}

/** @returns the path of its address */
async function deployWebhook(server: Subject): Promise<string> {
  await deploy(server, chain('Orders', [block('orders', 'generic_webhook', signedWebhook)]));
  const { body: workspaces } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  const { body } = await server.call('GET', `/api/v1/triggers?workspaceId=${workspaces.data[0]?.id ?? ''}`);
  return new URL((body as { data: { url: string }[] }).data[0]?.url ?? '').pathname;
}

function delivery(url: string, event: string): LoopRequest {
  const head = `{"event":"${event}","text":"`;
  const body = `${head}${'x'.repeat(bodyBytes - head.length - 2)}"}`;
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { url, body, headers: { 'x-signature': `sha256=${signature}`, 'idempotency-key': event } };
}

function counts({ answered, repeated, failures }: OpenLoopResult): string {
  if (failures.length > 0) process.stderr.write(`${[...new Set(failures)].join('\n')}\n`);
  return `${answered}, ${repeated}, ${failures.length}`;
}

async function untilRunsEnded(databaseUrl: string): Promise<void> {
  const giveUpAt = Date.now() + endsWithinMs;
  for (;;) {
    const [open] = await figures(databaseUrl, ['select count(*) from job where completed_at is null']);
    if (open === 0) return;
    if (Date.now() > giveUpAt) throw new Error(`${open} runs have not ended`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function figures(connectionString: string, queries: readonly string[]): Promise<number[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const values: number[] = [];
  for (const query of queries) values.push(Number((await client.query<{ count: string }>(query)).rows[0]?.count));
  await client.end();
  return values;
}
