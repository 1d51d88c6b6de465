import { benchKey, TestBed, type Subject } from '../support/bed.js';
import { drive, type Load } from '../support/load.js';
import { makeHistory, makeWorkspaces } from '../support/made-history.js';
import type { BenchOptions } from '../support/options.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const months = 12;
const rounds = 5;
const seconds = 4;
const clients = 16;

/** What runs that are over cost those that are made: one server with a long history, and one without, in turn. */
export async function longHistory({ runs }: BenchOptions): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const former = await bed.server('aged');
    const workspaces = await makeWorkspaces(former);
    await former.stop();
    const { figures } = await makeHistory(workspaces, { databaseUrl: former.databaseUrl, runs, months });
    const loads = [
      await loadOf(await bed.server('young')),
      await loadOf(await bed.server('aged', { DATABASE_URL: former.databaseUrl })),
    ] as const;
    const rates = loads.map((): number[] => []);
    for (const load of loads) await drive({ ...load, seconds: 2 });
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const [index, load] of loads.entries()) rates[index]?.push((await drive(load)).perSecond);
    }
    const [young = 0, aged = 0] = rates.map(median);
    return {
      title: `Runs beside a history of ${2 * runs} events`,
      columns: ['case', 'figure'],
      rows: [
        ['synchronous runs/s, no history', round(young)],
        [`synchronous runs/s, ${2 * runs} events before`, round(aged)],
        ['ratio', round(aged / young, 2)],
        ...figures,
      ],
      notes: [`Medians of ${rounds} rounds of ${seconds} s with ${clients} clients, in turn.`],
    };
  } finally {
    await bed.close();
  }
}

async function loadOf(server: Subject): Promise<Load> {
  const url = `${server.url}/api/workflows/${await deploy(server, noOp)}/execute`;
  return { url, headers: { 'x-api-key': benchKey }, body: '{"n": 7}', clients, seconds };
}
