import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { drive } from '../support/load.js';
import { driveOpenLoop } from '../support/open-loop.js';
import type { BenchOptions } from '../support/options.js';
import { postgresCpuUs, usageOf } from '../support/processes.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const counts = [1, 2, 4] as const;
const turns = 5;
const loads = [200, 800] as const;
const settleMs = 1_000;
const warmUpRuns = 10_000;
const [headers, body] = [{ 'x-api-key': benchKey }, '{"n":7}'];

interface Cost {
  readonly nodeUs: number;
  readonly postgresUs: number;
}

/** What a synchronous run costs when the same load is spread over more processes that answer. */
export async function spread({ seconds }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  try {
    await bed.withoutCleaning();
    const first = await bed.server('spread', { SLUICE_ROLE: 'api' });
    const apis: Subject[] = [first];
    while (apis.length < Math.max(...counts)) {
      apis.push(await bed.server('spread', { SLUICE_ROLE: 'api', DATABASE_URL: first.databaseUrl }));
    }
    const path = `/api/workflows/${await deploy(first, noOp)}/execute`;
    // A process that has run little runs slowly: its code is not optimized yet.
    for (const { url } of apis) {
      await drive({ url: `${url}${path}`, headers, body, clients: 8, seconds: 0, amount: warmUpRuns });
    }
    const rows: (string | number)[][] = [];
    for (const load of loads) {
      const costs = counts.map((): Cost[] => []);
      for (let turn = 0; turn < turns; turn += 1) {
        for (const [index, count] of counts.entries()) costs[index]?.push(await costOf(bed, apis.slice(0, count), { path, load, seconds }));
      }
      const middle = (index: number, figure: keyof Cost): number => median((costs[index] ?? []).map((cost) => cost[figure]));
      for (const [index, count] of counts.entries()) {
        const of = (figure: keyof Cost): number[] => [round(middle(index, figure)), round(middle(index, figure) / middle(0, figure), 2)];
        rows.push([load, count, ...of('nodeUs'), ...of('postgresUs')]);
      }
    }
    return {
      title: 'One load on several processes',
      columns: ['runs/s', 'processes', 'node µs a run', 'to one', 'PostgreSQL µs a run', 'to one'],
      rows,
      notes: [
        `Processes with the role api, to which evenly paced runs go in turn; nothing follows. Medians of ${turns} turns of ${seconds} s, in turns.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

interface Load {
  readonly path: string;
  readonly load: number;
  readonly seconds: number;
}

async function costOf(bed: TestBed, apis: readonly Subject[], { path, load, seconds }: Load): Promise<Cost> {
  const node = (): number => apis.reduce((sum, { pid }) => sum + usageOf(pid).cpuMs, 0);
  const next = (n: number) => ({ url: `${apis[n % apis.length]?.url}${path}`, headers, body });
  await driveOpenLoop({ perSecond: load, seconds: 2, next });
  const before = [node(), postgresCpuUs(bed.postgres.pid)] as const;
  const { answered } = await driveOpenLoop({ perSecond: load, seconds, next });
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  return { nodeUs: ((node() - before[0]) * 1_000) / answered, postgresUs: (postgresCpuUs(bed.postgres.pid) - before[1]) / answered };
}
