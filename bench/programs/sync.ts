import { TestBed, benchKey, type Subject } from '../support/bed.js';
import type { Load } from '../support/load.js';
import { measure, type Measure } from '../support/measure.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp, oneFunction } from '../support/workflows.js';

const rounds = 3;
const seconds = 4;
const body = JSON.stringify({ n: 7 });

interface Case {
  readonly name: string;
  readonly subject: Subject;
  readonly path: string;
}

/** Synchronous runs against the yardstick, in turn, at 1, 16 and 64 clients. */
export async function syncRuns(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const baseline = await bed.start('dist/bench/baseline.js', { DATABASE_URL: await bed.database('baseline') });
    const rows: (string | number)[][] = [];
    for (const clients of [1, 16, 64]) {
      // A server for each number of clients: the plan of a new installation admits 120,000 runs at once and 60,000 more a minute.
      const server = await bed.server(`server${clients}`);
      const execute = async (document: unknown): Promise<string> => `/api/workflows/${await deploy(server, document)}/execute`;
      const cases: Case[] = [
        { name: 'yardstick: key, 3 events', subject: baseline, path: '/run' },
        { name: 'start → response', subject: server, path: await execute(noOp) },
        { name: 'start → function → response', subject: server, path: await execute(oneFunction) },
      ];
      for (const each of cases) await measure(each.subject, { ...loadOf(each, 16), seconds: 2 }, bed.postgres.pid);
      rows.push(...(await compare(cases, clients, bed.postgres.pid)));
      await server.stop();
    }
    return {
      title: 'Synchronous runs',
      columns: ['case', 'clients', 'requests/s', 'ratio', 'p50 ms', 'p99 ms', 'node µs/request', 'PostgreSQL µs/request', 'failed'],
      rows,
      notes: [
        `Medians of ${rounds} rounds of ${seconds} s, cases in turn. µs are CPU time of all processes of the kind, sandbox included.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function compare(cases: readonly Case[], clients: number, postgresPid: number): Promise<(string | number)[][]> {
  const measures = new Map<string, Measure[]>(cases.map(({ name }) => [name, []]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const each of cases) measures.get(each.name)?.push(await measure(each.subject, loadOf(each, clients), postgresPid));
  }
  const yardstick = middle(measures.get(cases[0]?.name ?? '') ?? [], 'perSecond');
  return cases.map(({ name }) => {
    const of = measures.get(name) ?? [];
    const perSecond = middle(of, 'perSecond');
    const failed = of.reduce((sum, each) => sum + each.failed, 0);
    const [p50, p99] = [round(middle(of, 'p50Ms'), 1), round(middle(of, 'p99Ms'), 1)];
    return [
      name,
      clients,
      round(perSecond),
      round(perSecond / yardstick, 2),
      p50,
      p99,
      round(middle(of, 'nodeUs')),
      round(middle(of, 'postgresUs')),
      failed,
    ];
  });
}

function loadOf({ subject, path }: Case, clients: number): Load {
  return { url: `${subject.url}${path}`, headers: { 'x-api-key': benchKey }, body, clients, seconds };
}

function middle(measures: readonly Measure[], figure: keyof Measure): number {
  return median(measures.map((each) => each[figure]));
}
