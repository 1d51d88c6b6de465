import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Composition } from '#ledger/composition.js';
import { openDatabase } from '#ledger/ledger.js';
import type { DecodeEvent } from '#ledger/projections/apply-events.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import type { Clock } from '#kernel/clock.js';
import { ExecutionStarted } from '#engine/execution.events.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import { PeriodCost } from '#modules/usage/limits/period-cost.js';
import { usageLedger } from '#modules/usage/projections/usage-ledger.projection.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const wiring = { events: runsWiring.events, projections: [usageLedger] };
const ids = new SystemIds();

let store: TestStore;
let accountId: string;
let workspaceId: string;

beforeAll(async () => {
  store = await openTestStore(wiring);
  store.projections.start();
});
beforeEach(() => {
  [accountId, workspaceId] = [ids.next(), ids.next()];
});
afterAll(() => store.finish());

const days = ['2031-02-28T23:59:59.999Z', '2031-03-01T00:00:00.000Z', '2031-03-01T12:00:00.000Z'] as const;

/** One run on each of these days, at a cost without an exact binary representation. */
async function run(workflowId: string, keyId?: string): Promise<void> {
  for (const startedAt of days) {
    const started = ExecutionStarted({
      workflowId,
      workspaceId,
      accountId,
      startedAt,
      deadlineAt: startedAt,
      deploymentVersion: 1,
      trigger: 'api',
      mode: 'sync',
      input: {},
      userId: accountId,
      baseChargeUsd: 0.1,
      startBlockId: 'start',
    });
    const meta = keyId === undefined ? {} : { keyId };
    await store.store.append({ streams: [{ streamId: ids.next(), lifetime: 'run', workspaceId, expected: 0, events: [started], meta }] });
  }
}

// Longer than a caller would wait: the creation of other databases holds the event horizon back.
const upToDate = async () => expect(await store.projections.upToDate(usageLedger.name, 60_000)).toBe(true);

const daysFrom = async (table: string) =>
  (
    await store.pool.query(
      `select workflow_id, day::text, key_id, model, executions::int, cost_nano_usd::float8 / 1e9 as cost from ${table} where workspace_id = $1 order by 1, 2, 3`,
      [workspaceId],
    )
  ).rows as unknown[];

/** The totals, computed from the ledger. */
const ledger = `(select workspace_id, workflow_id, (at at time zone 'UTC')::date as day, coalesce(key_id::text, '') as key_id, coalesce(model, '') as model,
  count(*) as executions, round(sum(cost_usd) * 1e9) as cost_nano_usd from usage_entry group by 1, 2, 3, 4, 5) ledger`;

const clockAt = (at: string): Clock => Object.assign(new SystemClock(), { now: () => new Date(at) });

const periods = async () =>
  (
    await store.pool.query('select month::text, cost_nano_usd::float8 / 1e9 as cost from usage_period where account_id = $1 order by 1', [
      accountId,
    ])
  ).rows as unknown[];

describe('the totals of usage', () => {
  it('equal the sums of the ledger, even with concurrent charges and several processes', async () => {
    const other = await openDatabase({
      connectionString: store.connectionString,
      poolSize: 4,
      composition: new Composition([wiring]),
      clock: new SystemClock(),
      onError: () => undefined,
    });
    other.projections.start();
    const [one, two, keyId] = [ids.next(), ids.next(), ids.next()];
    await Promise.all(Array.from({ length: 90 }, (_, n) => run(n % 3 === 0 ? one : two, n % 2 === 0 ? keyId : undefined)));
    await upToDate();
    expect(await daysFrom('usage_day')).toEqual(await daysFrom(ledger));
    expect(await daysFrom('usage_day')).toHaveLength(8);
    expect(await periods()).toEqual([
      { month: '2031-02-01', cost: 9 },
      { month: '2031-03-01', cost: 18 },
    ]);
    await other.close();
  });

  it('are the same after a rebuild', async () => {
    await Promise.all(Array.from({ length: 20 }, () => run(accountId)));
    await upToDate();
    const before = [await daysFrom('usage_day'), await periods()];
    const decode: DecodeEvent = (row, unread) => store.store.recorded(row, { unread });
    await rebuild(usageLedger, { pool: store.pool, decode, batch: 7 });
    expect([await daysFrom('usage_day'), await periods()]).toEqual(before);
  });

  it('contain the cost of each month', async () => {
    await run(accountId);
    await upToDate();
    const organizations = new OrganizationPlans(store.pool);
    const costAt = async (at: string) => (await new PeriodCost(store.pool, organizations, clockAt(at)).of(accountId)).usd;
    expect(await costAt('2031-02-01T00:00:00.000Z')).toBe(0.1);
    expect(await costAt('2031-03-31T23:59:59.999Z')).toBe(0.2);
    expect(await costAt('2031-04-01T00:00:00.000Z')).toBe(0);
  });
});
