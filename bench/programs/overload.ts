import autocannon from 'autocannon';
import { TestBed, benchKey } from '../support/bed.js';
import { drive } from '../support/load.js';
import type { Section } from '../support/report.js';
import { round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const seconds = 10;
const times = 5;
const mostRequests = 256;

/** How much of its capacity a process still serves when it is sent five times as much, and what the others are answered. */
export async function overload(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('overload', { SLUICE_MAX_REQUESTS: String(mostRequests) });
    const url = `${server.url}/api/workflows/${await deploy(server, noOp)}/execute`;
    const headers = { 'x-api-key': benchKey, 'content-type': 'application/json' };
    await drive({ url, headers, body: '{}', clients: 64, seconds: 2 });
    const calm = await drive({ url, headers, body: '{}', clients: 64, seconds: 5 });
    const rate = Math.round(calm.perSecond * times);
    const storm = await autocannon({ url, method: 'POST', headers, body: '{}', connections: 2000, overallRate: rate, duration: seconds });
    const goodput = storm['2xx'] / storm.duration;
    return {
      title: 'Overload',
      columns: ['', 'answered/s', 'served/s', 'of the capacity', 'p50 ms', 'p99 ms', 'no answer'],
      rows: [
        ['capacity, 64 clients', round(calm.perSecond), round(calm.perSecond), 1, calm.p50Ms, calm.p99Ms, calm.failed],
        [
          `${times} times as much asked for`,
          round((storm['2xx'] + storm.non2xx) / storm.duration),
          round(goodput),
          round(goodput / calm.perSecond, 2),
          storm.latency.p50,
          storm.latency.p99,
          storm.errors + storm.timeouts,
        ],
      ],
      notes: [
        `The process works on at most ${mostRequests} requests at once; latencies are those of all answers, refusals with 503 included. The load comes from 2,000 connections of one process on the same machine.`,
      ],
    };
  } finally {
    await bed.close();
  }
}
