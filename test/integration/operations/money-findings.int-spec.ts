import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { moneyFindings } from '../../../src/cli/doctor/money-findings.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { usageLedger } from '#modules/usage/projections/usage-ledger.projection.js';
import { costOf } from '../../support/engine/agent-facts.js';
import { chargedRun } from '../../support/model-charges.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const payer = { workspaceId: ids.next(), accountId: ids.next(), workflowId: ids.next() };
let store: TestStore;
let run: string;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [usageLedger, executionLog] });
  store.projections.start();
  run = await chargedRun(store, payer, [{ cost: costOf(1001) }, { cost: costOf(3), keyOf: 'workspace' }, { cost: null }]);
  await chargedRun(store, payer, []);
  for (const { name } of [usageLedger, executionLog]) expect(await store.projections.upToDate(name, 60_000)).toBe(true);
}, 120_000);
afterAll(() => store.finish());

const found = () => moneyFindings(store.pool, store.store);

describe('the money of runs', () => {
  it('is the same in events, ledger and log', async () => {
    expect(await found()).toEqual([{ check: 'money', status: 'ok', message: 'events, ledger and log agree on the cost of 2 runs' }]);
  });

  it('is named with the run where the ledger differs by a nano-dollar', async () => {
    await store.pool.query('update usage_call set cost_nano_usd = cost_nano_usd + 1 where cost_nano_usd = 3');
    const figures = 'the events cost $0.005001004, the log says $0.005001004, the ledger $0.005001005';
    expect(await found()).toMatchObject([
      { status: 'fail', message: `run ${run}: ${figures}`, advice: expect.stringContaining('rebuild') },
    ]);
    await store.pool.query('update usage_call set cost_nano_usd = cost_nano_usd - 1 where cost_nano_usd = 4');
  });

  it('is named with the run where the log differs', async () => {
    await store.pool.query('update execution_log set cost = 0 where id = $1', [run]);
    expect(await found()).toMatchObject([{ status: 'fail', message: expect.stringContaining('the log says $0.000000000') }]);
  });

  it('is compared in the other runs where an event of one cannot be read', async () => {
    await store.pool.query('update execution_log set cost = 0.005001004 where id = $1', [run]);
    await store.pool.query(`update run_event set claims = '{"a":1}' where stream_id = $1 and version = 2`, [run]);
    expect(await found()).toMatchObject([
      { status: 'fail', message: expect.stringContaining(`run ${run} was changed and cannot be read: `) },
      { status: 'ok', message: 'events, ledger and log agree on the cost of 1 run' },
    ]);
  });
});
