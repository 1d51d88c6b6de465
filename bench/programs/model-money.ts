import pg from 'pg';
import { composition } from '#app/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import type { Projection } from '#ledger/rows/projection.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import { PlanModelBudget } from '#modules/usage/adapters/plan-model-budget.js';
import { PeriodCost } from '#modules/usage/limits/period-cost.js';
import { usageLedger } from '#modules/usage/projections/usage-ledger.projection.js';
import { TestBed } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { writeRunHistory } from '../support/run-history.js';
import { median, round } from '../support/statistics.js';

const runs = 40_000;
const rounds = 7;
const lookups = 50_000;
const monthMs = 30 * 86_400_000;

/** The ledger without the charges of models. Its tables are the same: making them takes as long as in the other case. */
const withoutCalls: Projection = {
  ...usageLedger,
  handlers: new Map([...usageLedger.handlers].filter(([type]) => type !== 'execution.model-answered')),
};

/** What charges of models cost runs without models, and what a check of a budget takes. */
export async function modelMoney(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const connectionString = await bed.database('model_money');
    const database = await openDatabase({ connectionString, poolSize: 4, composition, clock: new SystemClock(), onError: () => undefined });
    await writeRuns(database, connectionString);
    const former: number[] = [];
    const present: number[] = [];
    await eventsPerSecond(database, usageLedger);
    for (let n = 0; n < rounds; n += 1) {
      former.push(await eventsPerSecond(database, withoutCalls));
      present.push(await eventsPerSecond(database, usageLedger));
    }
    const [before, after] = [median(former), median(present)];
    const perLookup = await lookupUs(database);
    await database.close();
    return {
      title: 'Money of models',
      columns: ['case', 'value', 'ratio'],
      rows: [
        ['ledger of runs without models, without charges of models: events/s', round(before), ''],
        ['ledger of runs without models, with charges of models: events/s', round(after), round(after / before, 3)],
        ['check of a budget with a hold, and its release: µs', round(perLookup, 2), ''],
      ],
      notes: [`${runs} runs; ${rounds} rebuilds of each ledger in turns, medians. ${lookups} checks on a plan with a limit.`],
    };
  } finally {
    await bed.close();
  }
}

async function writeRuns({ partitions }: Database, connectionString: string): Promise<void> {
  const ids = new SystemIds();
  for (const month of [0, 1]) await partitions.ensure(new Date(Date.now() - month * monthMs), 0);
  const workspaces = Array.from({ length: 5 }, () => ({ id: ids.next(), workflowIds: Array.from({ length: 10 }, () => ids.next()) }));
  const client = new pg.Client({ connectionString });
  await client.connect();
  await writeRunHistory(client, { workspaces, runs, months: 1, userId: ids.next() });
  await client.query('vacuum analyze run_event');
  await client.end();
}

async function eventsPerSecond({ pool, store }: Database, projection: Projection): Promise<number> {
  const startedAt = performance.now();
  const { events } = await rebuild(projection, { pool, decode: (row, unread) => store.recorded(row, { unread }) });
  return events / ((performance.now() - startedAt) / 1000);
}

async function lookupUs({ pool, projections }: Database): Promise<number> {
  const [ids, clock] = [new SystemIds(), new SystemClock()];
  const cost = new PeriodCost(pool, new OrganizationPlans(pool), clock);
  const budget = new PlanModelBudget(new PlanCatalogue([], 'pro'), cost, projections, clock);
  const run = { accountId: ids.next(), workspaceId: ids.next(), executionId: ids.next(), keyOf: 'operator' } as const;
  const call = { ...run, spentNanoUsd: 0, holdNanoUsd: 1000, priced: true };
  (await budget.admit(call)).release();
  const startedAt = performance.now();
  for (let n = 0; n < lookups; n += 1) (await budget.admit(call)).release();
  return ((performance.now() - startedAt) / lookups) * 1000;
}
