import { TestBed } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { deploy, fortyFunctions } from '../support/workflows.js';

const runs = 30;

/** Forty function blocks in a row, one client. */
export async function chainOfFunctions(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('chain');
    const path = `/api/workflows/${await deploy(server, fortyFunctions)}/execute`;
    const times: number[] = [];
    for (let run = 0; run < runs + 3; run += 1) {
      const startedAt = performance.now();
      const { status, body } = await server.call('POST', path, { n: 1 });
      if (status !== 200) throw new Error(`The run failed: ${JSON.stringify(body)}`);
      times.push(performance.now() - startedAt);
    }
    const [first = 0, ...others] = times;
    const warm = others.slice(2);
    return {
      title: 'Chain of 40 function blocks, one client',
      columns: ['first run ms', 'p50 ms', 'p99 ms', 'runs'],
      rows: [[round(first), round(quantile(warm, 0.5), 1), round(quantile(warm, 0.99), 1), warm.length]],
    };
  } finally {
    await bed.close();
  }
}
