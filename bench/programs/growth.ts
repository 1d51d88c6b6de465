import pg from 'pg';
import { TestBed, type Subject } from '../support/bed.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { callsOf, deploy, loopOf, nestedLoops, noOp, parallelOf } from '../support/workflows.js';

interface Case {
  readonly name: string;
  /** Passes, branches or calls in one run. */
  readonly units: number;
  readonly runs: number;
  document(server: Subject): Promise<unknown>;
}

const cases: readonly Case[] = [
  ...[1_000, 10_000].flatMap((count): Case[] => [
    { name: 'loop, variables block', units: count, runs: 10, document: () => Promise.resolve(loopOf(count, 'variables')) },
    { name: 'loop, function block', units: count, runs: 10, document: () => Promise.resolve(loopOf(count, 'function')) },
  ]),
  { name: 'loop of 100 in a loop of 100, variables block', units: 10_000, runs: 10, document: () => Promise.resolve(nestedLoops(100)) },
  { name: 'parallel, 20 at once, function block', units: 1_000, runs: 10, document: () => Promise.resolve(parallelOf(1_000)) },
  {
    name: 'loop, start → response as another workflow',
    units: 100,
    runs: 10,
    document: async (server) => callsOf(100, await deploy(server, noOp)),
  },
];

/** How one run grows with its passes, its branches and the workflows that it calls. Each case has a separate server. */
export async function growingRuns(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const rows: (string | number)[][] = [];
    for (const [index, each] of cases.entries()) rows.push(await measure(bed, `growth${index}`, each));
    return {
      title: 'One run that grows',
      columns: ['case', 'in one run', 'p50 ms', 'µs for one', 'events', 'most MB', 'MB after the 2nd run', 'MB after the last'],
      rows,
      notes: ['Synchronous runs one after the other, 10 of each case. MB as below, of the server and its sandbox processes.'],
    };
  } finally {
    await bed.close();
  }
}

async function measure(bed: TestBed, name: string, { name: title, units, runs, document }: Case): Promise<(string | number)[]> {
  const server = await bed.server(name);
  const path = `/api/workflows/${await deploy(server, await document(server))}/execute`;
  const times: number[] = [];
  const kept: number[] = [];
  let most = 0;
  const sampler = setInterval(() => (most = Math.max(most, usageOf(server.pid).memoryMb)), 100);
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    const { status, body } = await server.call('POST', path, { n: 1 });
    if (status !== 200) throw new Error(`The run failed: ${JSON.stringify(body)}`);
    times.push(performance.now() - startedAt);
    kept.push(usageOf(server.pid).memoryMb);
  }
  clearInterval(sampler);
  const events = (await countEvents(server.databaseUrl)) / runs;
  await server.stop();
  const ms = median(times);
  return [title, units, round(ms, 1), round((ms * 1000) / units, 1), events, round(most), round(kept[1] ?? 0), round(kept.at(-1) ?? 0)];
}

async function countEvents(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from run_event');
  await client.end();
  return rows[0]?.n ?? 0;
}
