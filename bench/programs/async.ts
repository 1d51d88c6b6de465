import pg from 'pg';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { drive } from '../support/load.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const samples = 200;
const backlog = 20_000;

/** From the request of an asynchronous start to the start of its run, one at a time. */
export async function pickUp(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('pickup');
    const path = `/api/workflows/${await deploy(server, noOp)}/execute`;
    const askedAt = new Map<string, number>();
    const answered: number[] = [];
    for (let n = 0; n < samples; n += 1) {
      const [asked, at] = [Date.now(), performance.now()];
      const { body } = await server.call('POST', path, { async: true, input: { n } });
      answered.push(performance.now() - at);
      askedAt.set((body as { executionId: string }).executionId, asked);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const delays = await startDelays(server.databaseUrl, askedAt);
    const row = (name: string, values: readonly number[]): (string | number)[] => [
      name,
      round(quantile(values, 0.5), 1),
      round(quantile(values, 0.99), 1),
    ];
    return {
      title: 'Asynchronous start, idle server',
      columns: ['from the request to', 'p50 ms', 'p99 ms'],
      rows: [row('the 202', answered), row('the start of the run (clock of 1 ms)', delays)],
      notes: [`${samples} starts, 20 ms apart.`],
    };
  } finally {
    await bed.close();
  }
}

async function startDelays(databaseUrl: string, askedAt: ReadonlyMap<string, number>): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ stream_id: string; data: { startedAt: string } }>(
    `select stream_id, data from run_event where type = 'execution.started' and stream_id = any($1)`,
    [[...askedAt.keys()]],
  );
  await client.end();
  return rows.map(({ stream_id, data }) => Date.parse(data.startedAt) - (askedAt.get(stream_id) ?? 0));
}

/** Creates a backlog of no-op jobs without workers, and measures how fast one process completes it. */
export async function jobThroughput(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const api = await bed.server('jobs', { SLUICE_ROLE: 'api' });
    const path = `/api/workflows/${await deploy(api, noOp)}/execute`;
    const load = {
      url: `${api.url}${path}`,
      headers: { 'x-api-key': benchKey },
      body: '{"async":true,"input":{"n":1}}',
      clients: 64,
      seconds: 0,
    };
    const queued = await drive({ ...load, amount: backlog });
    await api.stop();
    const worker = await bed.server('jobs', { SLUICE_ROLE: 'worker', DATABASE_URL: api.databaseUrl });
    const perSecond = await drainRate(api.databaseUrl);
    await worker.stop();
    const live = await liveRate(await bed.server('live'));
    return {
      title: 'Job throughput, no-op workflow',
      columns: ['', 'per second'],
      rows: [
        ['asynchronous starts, 64 clients, no worker', round(queued.perSecond)],
        [`backlog of ${backlog} worked off by one worker process`, round(perSecond)],
        ['start and run in one process, 64 clients, until all are finished', round(live)],
      ],
    };
  } finally {
    await bed.close();
  }
}

/** Between the first and the last completion. */
async function drainRate(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (;;) {
    const { rows } = await client.query<{ open: number; done: number; ms: number }>(
      `select count(*) filter (where completed_at is null)::int as open, count(completed_at)::int as done,
         (extract(epoch from max(completed_at) - min(started_at)) * 1000)::float8 as ms from job`,
    );
    const [row] = rows;
    if (row?.open === 0) {
      await client.end();
      return (row.done / row.ms) * 1000;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function liveRate(server: Subject & { readonly databaseUrl: string }): Promise<number> {
  const path = `/api/workflows/${await deploy(server, noOp)}/execute`;
  const load = {
    url: `${server.url}${path}`,
    headers: { 'x-api-key': benchKey },
    body: '{"async":true,"input":{"n":1}}',
    clients: 64,
    seconds: 0,
  };
  await drive({ ...load, amount: 10_000 });
  return drainRate(server.databaseUrl);
}
