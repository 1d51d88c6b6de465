import { TestBed, benchKey } from '../support/bed.js';
import { drive } from '../support/load.js';
import { usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, handingOn } from '../support/workflows.js';

const seconds = 4;
const sizes = [
  ['1 KB', 1e3],
  ['10 KB', 1e4],
  ['100 KB', 1e5],
  ['1 MB', 1e6],
] as const;

/** What a run gets goes through two functions and comes back, at four sizes. */
export async function payloads(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('payloads');
    const url = `${server.url}/api/workflows/${await deploy(server, handingOn)}/execute`;
    const rows: (string | number)[][] = [];
    for (const clients of [1, 16]) {
      let smallest = 0;
      for (const [name, bytes] of sizes) {
        const body = JSON.stringify({ rows: rowsOf(bytes) });
        const load = { url, headers: { 'x-api-key': benchKey }, body, clients };
        await drive({ ...load, seconds: 1 });
        const cpuMs = usageOf(server.pid).cpuMs;
        const { requests, perSecond, p50Ms, p99Ms, failed } = await drive({ ...load, seconds });
        const cpu = (usageOf(server.pid).cpuMs - cpuMs) / requests;
        const ms = 1000 / perSecond;
        smallest ||= ms;
        const figures = [perSecond, p50Ms, p99Ms, (perSecond * body.length) / 1e6, ms / smallest, cpu, cpu / plainMs(body)];
        rows.push([name, clients, ...figures.map((figure) => round(figure, 1)), failed]);
      }
    }
    return {
      title: 'Payloads: start → function → function → response',
      columns: ['input', 'clients', 'runs/s', 'p50 ms', 'p99 ms', 'MB/s', 'time to 1 KB', 'node CPU ms', 'to plain JSON', 'failed'],
      rows,
      notes: [
        '*time to 1 KB*: a run against one of 1 KB. *to plain JSON*: CPU time of the server and its sandbox against reading and writing the same text once.',
      ],
    };
  } finally {
    await bed.close();
  }
}

function rowsOf(bytes: number): unknown {
  return Array.from({ length: bytes / 100 }, (_, id) => ({ id, name: 'x'.repeat(48), tags: ['a', 'b'], flag: id % 2 === 0 }));
}

/** The minimum cost of JSON input and JSON output. */
function plainMs(body: string): number {
  const times = Array.from({ length: 50 }, () => {
    const startedAt = performance.now();
    JSON.stringify(JSON.parse(body));
    return performance.now() - startedAt;
  });
  return median(times);
}
