import { cpus } from 'node:os';
import { predict, type Fleet, type RunCosts } from '../fleet/fleet-model.js';
import { measureCosts } from '../fleet/run-costs.js';
import { benchKey, TestBed } from '../support/bed.js';
import { driveRaw } from '../support/raw-load.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const clients = 64;
const turns = 3;
const seconds = 5;

/** What `SLUICE_PROCESSES` makes of these numbers. */
const layouts: Readonly<Record<number, Pick<Fleet, 'apis' | 'follower'>>> = {
  1: { apis: 1, follower: 'inside' },
  2: { apis: 1, follower: 'apart' },
  4: { apis: 2, follower: 'apart' },
};

const targets = [500, 1000, 2500, 5000, 10_000];
/** Servers of PostgreSQL in the table, by their cores. */
const databases = [1, 2, 4, 8];
const mostApis = 8;
const clientsOfEach = 64;
/** How busy everything may be, so that there is room for reads, backups and bursts. */
const planned = 0.7;

/**
 * Measures what a run costs with one process, predicts from it what fleets do, checks the predictions where this machine can, and prints a table
 * of sizes for machines that it has not.
 */
export async function fleet(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const costs = await measureCosts(bed);
    const rows: (string | number)[][] = Object.entries(costs).map(([name, us]) => [
      constants[name as keyof RunCosts],
      round(us as number, 2),
      '',
      '',
    ]);
    for (const [processes, layout] of Object.entries(layouts)) {
      const { perSecond: predicted } = predict(costs, { ...layout, clients, cores: cpus().length, databaseCores: 'shared' });
      const measured = await measuredRate(bed, Number(processes));
      rows.push([`${processes} processes on this machine, runs/s`, round(predicted), round(measured), round(predicted / measured, 2)]);
    }
    for (const perSecond of targets) rows.push(sizeFor(costs, perSecond));
    return {
      title: 'Fleets',
      columns: ['What', 'Model', 'Measured', 'Ratio'],
      rows,
      notes: [
        `Constants from one process that answers 1, 4, 16 and 64 clients, and 64 with a follower, in µs. Predictions of a simulation of discrete events that knows only the constants; measured: ${clients} clients, medians of ${turns} turns of ${seconds} s, clients on the same machine. Sizes: a core for each process and one for the follower, PostgreSQL and clients on other machines, processor time as on this one, everything ${planned * 100} % busy at most. Without standbys, whose replay ends at 11,000 to 15,000 such runs a second.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

const constants: Readonly<Record<keyof RunCosts, string>> = {
  node: 'the process that answers, each run',
  nodeBatch: 'the process that answers, each batch of appends',
  postgres: 'PostgreSQL, each run',
  postgresBatch: 'PostgreSQL, each batch of appends',
  followNode: 'the process that follows',
  followPostgres: 'PostgreSQL for what follows',
  client: 'the client, each run',
  clientBatch: 'the client, each batch of appends',
  flushWait: 'wait of a commit for the disk',
  crowding: 'how much longer all takes for each thread that waits for a core',
};

async function measuredRate(bed: TestBed, processes: number): Promise<number> {
  const server = await bed.server(`processes${processes}`, { SLUICE_PROCESSES: String(processes), SLUICE_DATABASE_POOL: '4' });
  const url = `${server.url}/api/workflows/${await deploy(server, noOp)}/execute`;
  const load = { url, headers: { 'x-api-key': benchKey }, body: '{"n":7}', connections: clients, seconds };
  await driveRaw({ ...load, seconds: 3 });
  const rates: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { served, refused } = await driveRaw(load);
    if (refused > 0) throw new Error('The server has refused runs');
    rates.push(served);
  }
  await server.stop();
  return median(rates);
}

/** The smallest fleet that has so many runs a second when it is as busy as planned. */
function sizeFor(costs: RunCosts, perSecond: number): (string | number)[] {
  const name = `for ${perSecond} runs/s: processes that answer; cores of PostgreSQL; of them busy`;
  const follows = 1e6 / (costs.followNode + costs.followPostgres);
  if (follows * planned < perSecond) return [name, `more than one follower keeps up with: it ends at ${round(follows)}`, '', ''];
  for (const databaseCores of databases) {
    for (let apis = 1; apis <= mostApis; apis += 1) {
      const fleet = { apis, follower: 'apart', clients: apis * clientsOfEach, cores: apis + 1, databaseCores } as const;
      const { perSecond: most, databaseBusy } = predict(costs, fleet, 1);
      if (most * planned < perSecond) continue;
      const busy = (databaseBusy * perSecond) / most;
      if (busy <= planned) return [name, `${apis}; ${databaseCores}; ${round(busy * 100)} %`, '', ''];
    }
  }
  return [name, 'more than this model has been asked for', '', ''];
}
