import pg from 'pg';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { drive } from '../support/load.js';
import type { BenchOptions } from '../support/options.js';
import { startOutside } from '../support/outside.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { startSignalsServer, type BenchSignalsServer } from '../support/signals-server.js';
import { median, quantile, round } from '../support/statistics.js';
import { block, chain, deploy, noOp } from '../support/workflows.js';

const streamedRuns = 30;
const calls = 10;
const slowestCallMs = 60;
const starts = 200;
const turns = 5;
const clients = 16;
const settings = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
const carriers = ['PostgreSQL', 'signals server'];

/** An API process and a worker, on a database of their own. */
interface Pair {
  readonly api: Subject & { readonly databaseUrl: string };
  readonly streamed: string;
  readonly started: string;
}

/** Frames and wake-ups in another process, and the cost of a run, with PostgreSQL alone and with a signals server. */
export async function signals({ seconds }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  const outside = await startOutside(slowestCallMs);
  const server = await startSignalsServer();
  try {
    await bed.withoutCleaning();
    const pairs = [await pairOf(bed, 'by_postgres', {}, outside.url), await pairOf(bed, 'by_server', addressOf(server), outside.url)];
    const costs = pairs.map((): number[] => []);
    const databaseCosts = pairs.map((): number[] => []);
    const frames: number[][] = [];
    const pickUps: number[][] = [];
    for (const pair of pairs) {
      frames.push(await frameDelays(pair));
      pickUps.push(await pickUpDelays(pair));
    }
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, pair] of pairs.entries()) {
        const { nodeUs, databaseUs } = await costOf(bed, pair, Math.min(seconds, 5));
        costs[index]?.push(nodeUs);
        databaseCosts[index]?.push(databaseUs);
      }
    }
    const percentiles = (delays: readonly number[] = []): number[] => [round(quantile(delays, 0.5), 1), round(quantile(delays, 0.99), 1)];
    return {
      title: 'Signals between processes',
      columns: [
        'carried by',
        'frame behind the end of its block, p50 ms',
        'p99 ms',
        'start → first block in the worker, p50 ms',
        'p99 ms',
        'node µs a run',
        'PostgreSQL µs a run',
      ],
      rows: pairs.map((_, index) => [
        carriers[index] ?? '',
        ...percentiles(frames[index]),
        ...percentiles(pickUps[index]),
        round(median(costs[index] ?? [])),
        round(median(databaseCosts[index] ?? [])),
      ]),
      notes: [
        `An API process and a worker. Frames: ${streamedRuns} runs of ${calls} calls in the worker, read from the API process. Starts: ${starts}, one after the other.`,
        `Cost: synchronous runs of the API process that no process follows, ${clients} clients, medians of ${turns} turns, each process with its worker in turn.`,
      ],
    };
  } finally {
    await bed.close();
    await outside.close();
    await server.stop();
  }
}

/** Ten thousand runs on two processes, whose signals server is stopped, frozen and wiped meanwhile. */
export async function signalOutages({ runs }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  const outside = await startOutside(2);
  const server = await startSignalsServer();
  const wanted = Math.min(runs, 10_000);
  try {
    const env = { ...settings, ...addressOf(server) };
    const one = await bed.server('outages', env);
    const other = await bed.server('outages', { ...env, DATABASE_URL: one.databaseUrl });
    const path = `/api/workflows/${await deploy(one, noOp)}/execute`;
    const load = Promise.all(
      [one, other].map(({ url }) =>
        drive({
          url: `${url}${path}`,
          headers: { 'x-api-key': benchKey },
          body: '{"async": true, "n": 7}',
          clients: 4,
          seconds: 0,
          amount: wanted / 2,
        }),
      ),
    );
    let isOver = false;
    const faults = { stopped: 0, frozen: 0, wiped: 0 };
    const failing = (async () => {
      while (!isOver) {
        await server.stop();
        await pause(1_500);
        await server.start();
        faults.stopped += 1;
        await pause(1_000);
        server.freeze();
        await pause(1_500);
        server.thaw();
        faults.frozen += 1;
        await pause(1_000);
        await server.wipe();
        faults.wiped += 1;
        await pause(500);
      }
    })();
    const results = await load;
    const ended = await untilEnded(one.databaseUrl, wanted);
    isOver = true;
    await failing;
    return {
      title: 'Runs while the signals server fails',
      columns: ['runs', 'refused starts', 'ended once', 'ended more often', 'not ended', 'stops', 'freezes', 'wipes'],
      rows: [
        [
          wanted,
          results.reduce((sum, { failed }) => sum + failed, 0),
          ended.once,
          ended.oftener,
          wanted - ended.once - ended.oftener,
          faults.stopped,
          faults.frozen,
          faults.wiped,
        ],
      ],
      notes: ['Asynchronous runs on two processes with all roles. Each fault lasts 1.5 s; a wipe ends all connections.'],
    };
  } finally {
    server.thaw();
    await bed.close();
    await outside.close();
    await server.stop();
  }
}

function addressOf({ address }: BenchSignalsServer): Record<string, string> {
  return { SLUICE_SIGNALS_URL: address };
}

async function pairOf(bed: TestBed, name: string, env: Record<string, string>, outside: string): Promise<Pair> {
  const api = await bed.server(name, { ...settings, ...env, SLUICE_ROLE: 'api' });
  await bed.server(name, { ...settings, ...env, SLUICE_ROLE: 'worker', DATABASE_URL: api.databaseUrl });
  const start = block('start', 'start_trigger', { inputFormat: [] });
  const blocks = Array.from({ length: calls }, (_, n) => block(`c${n}`, 'api', { url: `${outside}/${n}`, method: 'POST', body: '{}' }));
  const streamed = `/api/workflows/${await deploy(api, chain('Calls', [start, ...blocks]))}`;
  return { api, streamed, started: `/api/workflows/${await deploy(api, noOp)}` };
}

async function frameDelays({ api, streamed }: Pair): Promise<number[]> {
  const delays: number[] = [];
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    for (let run = 0; run < streamedRuns; run += 1) {
      const { body } = await api.call('POST', `${streamed}/execute`, { async: true });
      const { executionId } = body as { executionId: string };
      const arrived = await arrivals(`${api.url}${streamed}/executions/${executionId}/stream`);
      const { rows } = await client.query<{ node: string; ended: string }>(
        `select data ->> 'node' as node, data ->> 'endedAt' as ended from run_event where stream_id = $1 and type = 'execution.block-completed'`,
        [executionId],
      );
      for (const { node, ended } of rows) {
        const at = arrived.get(node);
        if (at !== undefined) delays.push(at - Date.parse(ended));
      }
    }
  } finally {
    await client.end();
  }
  return delays;
}

/** When the frame of each block came. */
async function arrivals(url: string): Promise<Map<string, number>> {
  const selected = Array.from({ length: calls }, (_, n) => `c${n}.status`).join(',');
  const response = await fetch(`${url}?selectedOutputs=${selected}`, { headers: { 'x-api-key': benchKey } });
  if (response.status !== 200 || response.body === null) throw new Error(`The run cannot be read: ${await response.text()}`);
  const at = new Map<string, number>();
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const messages = (rest + text).split('\n\n');
    rest = messages.pop() ?? '';
    const now = Date.now();
    for (const message of messages) {
      const id = /"blockId":"([\w-]+)"/.exec(message)?.[1];
      if (id !== undefined && !at.has(id)) at.set(id, now);
    }
  }
  return at;
}

/** From the answer of the start to the start of the run in the worker. */
async function pickUpDelays({ api, started }: Pair): Promise<number[]> {
  const beganAt = new Map<string, number>();
  for (let start = 0; start < starts; start += 1) {
    const at = Date.now();
    const { body } = await api.call('POST', `${started}/execute`, { async: true, n: 1 });
    beganAt.set((body as { executionId: string }).executionId, at);
    await pause(20);
  }
  await untilEnded(api.databaseUrl, starts);
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; at: string }>(
      `select stream_id as id, data ->> 'startedAt' as at from run_event where stream_id = any($1::uuid[]) and type = 'execution.started'`,
      [[...beganAt.keys()]],
    );
    return rows.map(({ id, at }) => Date.parse(at) - (beganAt.get(id) ?? 0));
  } finally {
    await client.end();
  }
}

async function untilEnded(databaseUrl: string, count: number): Promise<{ readonly once: number; readonly oftener: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let wait = 0; ; wait += 1) {
      const { rows } = await client.query<{ once: string; oftener: string }>(
        `select count(*) filter (where n = 1) as once, count(*) filter (where n > 1) as oftener from (select count(*) as n from run_event
         where type in ('execution.completed', 'execution.failed', 'execution.cancelled') group by stream_id) as ended`,
      );
      const found = { once: Number(rows[0]?.once), oftener: Number(rows[0]?.oftener) };
      if (found.once + found.oftener >= count || wait > 600) return found;
      await pause(200);
    }
  } finally {
    await client.end();
  }
}

async function costOf(
  bed: TestBed,
  { api, started }: Pair,
  seconds: number,
): Promise<{ readonly nodeUs: number; readonly databaseUs: number }> {
  const before = [usageOf(api.pid).cpuMs, usageOf(bed.postgres.pid).cpuMs] as const;
  const url = `${api.url}${started}/execute`;
  const { requests } = await drive({ url, headers: { 'x-api-key': benchKey }, body: '{"n": 7}', clients, seconds });
  const after = [usageOf(api.pid).cpuMs, usageOf(bed.postgres.pid).cpuMs] as const;
  return { nodeUs: ((after[0] - before[0]) * 1_000) / requests, databaseUs: ((after[1] - before[1]) * 1_000) / requests };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
