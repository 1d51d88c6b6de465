import { startBalancer } from '../support/balancer.js';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { startOutside } from '../support/outside.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { prepareTraffic, Traffic, type TrafficReport } from '../support/traffic.js';

const clients = 64;
const quietMs = 10_000;
const betweenMs = 4_000;
const slowestBlockMs = 40;

interface Restarted {
  readonly report: TrafficReport;
  readonly stopsMs: readonly number[];
}

/** Clients that repeat refused requests, while both processes behind a proxy are restarted one after the other; beside it the same without restarts. */
export async function rollingRestart(): Promise<Section> {
  const calm = await measure('calm', async () => {
    await pause(quietMs);
    return [];
  });
  const rolled = await measure('rolled', async (restart) => {
    const stops: number[] = [];
    for (const index of [0, 1]) {
      await pause(betweenMs);
      stops.push(await restart(index));
    }
    await pause(betweenMs);
    return stops;
  });
  const p99 = ({ report }: Restarted): number => quantile(report.durations, 0.99);
  const row = (name: string, restarted: Restarted): (string | number)[] => {
    const { accepted, retries, refused, lost, doubled, failed } = restarted.report;
    const ratio = round(p99(restarted) / p99(calm), 1);
    return [
      name,
      accepted,
      retries,
      refused.length,
      lost,
      doubled,
      failed,
      round(Math.max(0, ...restarted.stopsMs)),
      round(p99(restarted)),
      ratio,
    ];
  };
  return {
    title: 'Rolling restart',
    columns: ['case', 'accepted', 'repeated', 'failed requests', 'lost', 'doubled', 'failed runs', 'longest stop ms', 'p99 ms', 'ratio'],
    rows: [row('no restart', calm), row('both processes restarted', rolled)],
    notes: [
      `${clients} clients on kept-alive connections: synchronous, asynchronous and streamed runs with two calls, a function and a row each, and questions with their answers.`,
      'p99 is that of a request with its repetitions. A stop has a notice of 1 s.',
    ],
  };
}

async function measure(name: string, during: (restart: (index: number) => Promise<number>) => Promise<number[]>): Promise<Restarted> {
  const bed = await TestBed.open();
  const outside = await startOutside(slowestBlockMs);
  try {
    const first = await bed.server(name, { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' });
    const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', DATABASE_URL: first.databaseUrl };
    const servers: Subject[] = [first, await bed.server(name, env)];
    const balancer = await startBalancer(servers.map(({ url }) => url));
    const workflows = await prepareTraffic(first, outside);
    const traffic = new Traffic({ url: () => balancer.url, key: benchKey, clients, workflows, databaseUrl: first.databaseUrl, outside });
    const stopsMs = await during(async (index) => {
      const startedAt = performance.now();
      await servers[index]?.stop();
      const stopMs = performance.now() - startedAt;
      const port = new URL(servers[index]?.url ?? '').port;
      servers[index] = await bed.server(name, { ...env, PORT: port });
      return stopMs;
    });
    const report = await traffic.end();
    await balancer.close();
    return { report, stopsMs };
  } finally {
    await bed.close();
    await outside.close();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
