import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import type { ProjectionHost } from '#ledger/projections/projection-host.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import type { PlannedCall } from '#modules/runs/index.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { PlanModelBudget } from '#modules/usage/adapters/plan-model-budget.js';
import { PeriodCost } from '#modules/usage/limits/period-cost.js';
import { usageLedger } from '#modules/usage/projections/usage-ledger.projection.js';
import { costOf } from '../../support/engine/agent-facts.js';
import { chargedRun, type Payer } from '../../support/model-charges.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const usd = 1e9;
/** The limit of the plan `free`. */
const limit = 5 * usd;
const time = new (class extends Clock {
  at = '2031-03-01T10:00:00.000Z';

  now(): Date {
    return new Date(this.at);
  }
})();

let store: TestStore;
let payer: Payer;
let budget: PlanModelBudget;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [usageLedger] });
  store.projections.start();
});
beforeEach(() => {
  payer = { workspaceId: ids.next(), accountId: ids.next(), workflowId: ids.next() };
  budget = aProcess('free');
});
afterAll(() => store.finish());

/** The budgets of one process. */
function aProcess(plan: string): PlanModelBudget {
  const cost = new PeriodCost(store.pool, new OrganizationPlans(store.pool), time);
  return new PlanModelBudget(new PlanCatalogue([], plan), cost, store.projections, time);
}

function aCall(values: Partial<PlannedCall> = {}): PlannedCall {
  const { accountId, workspaceId } = payer;
  const hold = { spentNanoUsd: 0, holdNanoUsd: 1 * usd };
  return { accountId, workspaceId, executionId: ids.next(), keyOf: 'operator', ...hold, ...values };
}

/** A call that has ended, and that the ledger has charged. */
async function charge(nanoUsd: number, keyOf: PlannedCall['keyOf'] = 'operator'): Promise<void> {
  await chargedRun(store, payer, [{ keyOf, cost: costOf(nanoUsd) }], { baseChargeUsd: 0 });
}

async function usedNanoUsd(): Promise<number> {
  expect(await store.projections.upToDate(usageLedger.name, 60_000)).toBe(true);
  const { rows } = await store.pool.query<{ used: string }>('select cost_nano_usd as used from usage_period where account_id = $1', [
    payer.accountId,
  ]);
  return Number(rows[0]?.used ?? 0);
}

/** Runs at the same time, each of which calls a model until a call is refused. @returns the calls of each, and the most at once */
async function runAtOnce(runs: number, call: PlannedCall, actual: number): Promise<{ calls: number; atOnce: number }> {
  const seen = { calls: 0, now: 0, atOnce: 0 };
  const run = async (): Promise<void> => {
    for (;;) {
      const hold = await budget.admit({ ...call, executionId: ids.next() });
      seen.now += 1;
      seen.atOnce = Math.max(seen.atOnce, seen.now);
      await charge(actual);
      hold.settle(actual);
      seen.now -= 1;
      seen.calls += 1;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: runs }, run));
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'BUDGET_EXCEEDED' } });
  return seen;
}

describe('the budget of model calls while the ledger is late', () => {
  /** The ledger says that it is late, and contains what it contains. */
  const late = (): { readonly budget: PlanModelBudget; readonly cost: PeriodCost } => {
    const cost = new PeriodCost(store.pool, new OrganizationPlans(store.pool), time);
    const projections = { upToDate: async () => false } as unknown as ProjectionHost;
    return { cost, budget: new PlanModelBudget(new PlanCatalogue([], 'free'), cost, projections, time) };
  };

  it('refuses no call for a charge that may be counted twice', async () => {
    const { budget: lagging, cost } = late();
    const hold = await lagging.admit(aCall({ holdNanoUsd: 3 * usd }));
    await charge(3 * usd);
    expect(await usedNanoUsd()).toBe(3 * usd);
    hold.settle(3 * usd);
    await cost.read(payer.accountId);
    await expect(lagging.admit(aCall())).rejects.toThrow(InfrastructureFault);
  });

  it('refuses a call for which the figure alone leaves no room', async () => {
    await charge(limit);
    expect(await usedNanoUsd()).toBe(limit);
    await expect(late().budget.admit(aCall())).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  });
});

describe('the budget of model calls', () => {
  it('admits calls up to the limit of the plan, and refuses the next with 402 that names it', async () => {
    for (let n = 0; n < 5; n += 1) await budget.admit(aCall());
    const refusal = await budget.admit(aCall({ spentNanoUsd: 2 * usd })).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ kind: 'payment-required', code: 'BUDGET_EXCEEDED' });
    expect((refusal as DomainError).message).toBe(
      'Budget exceeded: $5.000000 of the $5.00 limit of the free plan is used or reserved in this billing period; ' +
        'the call may cost $1.000000, after $2.000000 that the run has spent. The next period starts at 2031-04-01T00:00:00.000Z.',
    );
  });

  it('gives back what a call that was not made had reserved, once', async () => {
    const hold = await budget.admit(aCall({ holdNanoUsd: 4 * usd }));
    const other = await budget.admit(aCall());
    await expect(budget.admit(aCall())).rejects.toThrow('Budget exceeded');
    hold.release();
    hold.release();
    hold.settle(limit);
    await budget.admit(aCall({ holdNanoUsd: 4 * usd }));
    await expect(budget.admit(aCall())).rejects.toThrow('Budget exceeded');
    other.release();
  });

  it('counts what a call has cost, not what was reserved for it', async () => {
    for (let n = 0; n < 9; n += 1) {
      const hold = await budget.admit(aCall({ holdNanoUsd: 0.9 * usd }));
      await charge(0.5 * usd);
      hold.settle(0.5 * usd);
    }
    await expect(budget.admit(aCall({ holdNanoUsd: 0.500_000_001 * usd }))).rejects.toThrow('$4.500000 of the $5.00 limit');
    await budget.admit(aCall({ holdNanoUsd: 0.5 * usd }));
  });

  it('is not overspent by 200 concurrent runs whose calls cost what was reserved', async () => {
    const { calls, atOnce } = await runAtOnce(200, aCall({ holdNanoUsd: 0.01 * usd }), 0.01 * usd);
    expect(calls).toBe(500);
    expect(atOnce).toBeGreaterThan(50);
    expect(await usedNanoUsd()).toBe(limit);
  }, 60_000);

  it('is overspent by at most the calls in progress if calls cost more than was reserved', async () => {
    const { atOnce } = await runAtOnce(200, aCall({ holdNanoUsd: 0.01 * usd }), 0.03 * usd);
    const used = await usedNanoUsd();
    expect(used).toBeGreaterThanOrEqual(limit - 0.03 * usd);
    expect(used).toBeLessThanOrEqual(limit + atOnce * 0.02 * usd);
  }, 60_000);

  it('contains the calls of other processes after five seconds', async () => {
    await budget.admit(aCall());
    await charge(4.5 * usd);
    await usedNanoUsd();
    (await budget.admit(aCall())).release();
    time.at = '2031-03-01T10:00:05.001Z';
    await expect(budget.admit(aCall())).rejects.toThrow('Budget exceeded');
  });

  it('begins again with the month', async () => {
    time.at = '2031-03-31T23:59:59.000Z';
    const hold = await budget.admit(aCall({ holdNanoUsd: limit }));
    await charge(limit);
    hold.settle(limit);
    await expect(budget.admit(aCall())).rejects.toThrow('Budget exceeded');
    time.at = '2031-04-01T00:00:00.000Z';
    await budget.admit(aCall());
    time.at = '2031-03-01T10:00:00.000Z';
  });

  it.each(['workspace', 'organization', 'block', 'none'] as const)('is not used by calls with a key of %s', async (keyOf) => {
    await budget.admit(aCall({ holdNanoUsd: limit }));
    const hold = await budget.admit(aCall({ keyOf, holdNanoUsd: limit }));
    await charge(limit, keyOf);
    hold.settle(limit);
    expect(await usedNanoUsd()).toBe(0);
  });

  it('admits calls without a known price until the limit is reached', async () => {
    const unpriced = aCall({ holdNanoUsd: null });
    await budget.admit(unpriced);
    await budget.admit(aCall({ holdNanoUsd: limit }));
    await expect(budget.admit(unpriced)).rejects.toThrow('Budget exceeded');
  });

  it('is unlimited on a plan without a limit', async () => {
    budget = aProcess('selfhosted');
    for (let n = 0; n < 3; n += 1) await budget.admit(aCall({ holdNanoUsd: 1e6 * usd }));
  });
});
