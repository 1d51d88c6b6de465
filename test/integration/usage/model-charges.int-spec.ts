import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { ApiKeyCaller } from '#kernel/caller.js';
import type { DecodeEvent } from '#ledger/projections/apply-events.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { usageLedger } from '#modules/usage/projections/usage-ledger.projection.js';
import { GetUsage, GetUsageHandler, type UsageGrouping } from '#modules/usage/queries/get-usage.query.js';
import { costOf } from '../../support/engine/agent-facts.js';
import { chargedRun, type Payer } from '../../support/model-charges.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
let store: TestStore;
let payer: Payer;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [usageLedger] });
  store.projections.start();
});
beforeEach(() => {
  payer = { workspaceId: ids.next(), accountId: ids.next(), workflowId: ids.next(), keyId: ids.next() };
});
afterAll(() => store.finish());

const upToDate = async () => expect(await store.projections.upToDate(usageLedger.name, 60_000)).toBe(true);

async function rowsOf(table: string): Promise<readonly Record<string, unknown>[]> {
  await upToDate();
  const { rows } = await store.pool.query<Record<string, unknown>>(
    `select to_jsonb(t) as t from ${table} t where account_id = $1 order by 1`,
    [payer.accountId],
  );
  return rows.map(({ t }) => t as Record<string, unknown>);
}

async function usageBy(groupBy: UsageGrouping, startDate = '2031-03-01T00:00:00.000Z', endDate = '2031-03-31T00:00:00.000Z') {
  const workspace = { permission: 'read', organizationId: null, allowsPersonalKeys: true } as const;
  const caller = new ApiKeyCaller({
    userId: payer.accountId,
    isOperator: false,
    account: { userId: payer.accountId, organizationId: null, plan: null },
    organizations: new Map(),
    workspaces: new Map([[payer.workspaceId, workspace]]),
    keyId: 'key',
    keyKind: 'personal',
    workspaceId: null,
  });
  const query = new GetUsage(caller, { scope: { workspaceId: payer.workspaceId }, groupBy, startDate, endDate });
  await upToDate();
  return (await new GetUsageHandler(store.reads, store.projections, new SystemClock()).execute(query)).groups;
}

describe('the ledger', () => {
  it('has one row for each call of a model, with who was asked, by whose key, for which block and tool', async () => {
    const execution = await chargedRun(store, payer, [
      { cost: costOf(1001) },
      { node: 'agent#0.1()/inner', blockId: 'inner', provider: 'anthropic', model: 'claude', keyOf: 'workspace', cost: costOf(7) },
    ]);
    const shared = { execution_id: execution, account_id: payer.accountId, workflow_id: payer.workflowId, key_id: payer.keyId };
    const tokens = { input_tokens: 100, output_tokens: 20, cached_tokens: 40, reasoning_tokens: 5, is_estimated: false };
    expect(await rowsOf('usage_call')).toEqual([
      expect.objectContaining({
        ...shared,
        ...tokens,
        position: 2,
        provider: 'openai',
        tool: null,
        key_of: 'operator',
        cost_nano_usd: 1001,
      }),
      expect.objectContaining({
        ...shared,
        position: 3,
        provider: 'anthropic',
        model: 'claude',
        block_id: 'inner',
        tool: 'agent#0.1',
        key_of: 'workspace',
        cost_nano_usd: 7,
      }),
    ]);
    expect(await rowsOf('usage_entry')).toMatchObject([{ execution_id: execution, cost_usd: 0.005 }]);
  });

  it('charges what failed calls have used, lists abandoned ones without a charge, and no call of a recorded replay', async () => {
    await chargedRun(store, payer, [
      { outcome: 'failed', cost: costOf(3) },
      { outcome: 'abandoned', cost: costOf(50) },
      { recorded: true, cost: costOf(500) },
    ]);
    expect(await rowsOf('usage_call')).toMatchObject([
      { outcome: 'abandoned', cost_nano_usd: 0, input_tokens: 0 },
      { outcome: 'failed', cost_nano_usd: 3, input_tokens: 100 },
    ]);
  });

  it('lists an unknown price as unknown, not as nothing', async () => {
    await chargedRun(store, payer, [{ cost: null }]);
    expect(await rowsOf('usage_call')).toMatchObject([{ cost_nano_usd: null }]);
    expect(await usageBy('model')).toEqual([
      expect.objectContaining({ name: null, unpricedCalls: 0 }),
      expect.objectContaining({ name: 'gpt-a', calls: 1, unpricedCalls: 1, cost: 0, tokens: 120 }),
    ]);
  });

  it('counts only calls with the key of the operator for the cost limit', async () => {
    const call = { cost: costOf(1000) };
    await chargedRun(store, payer, [
      call,
      { ...call, keyOf: 'workspace' },
      { ...call, keyOf: 'block' },
      { ...call, keyOf: 'organization' },
    ]);
    expect(await rowsOf('usage_period')).toMatchObject([{ cost_nano_usd: 5_001_000 }]);
    expect(await usageBy('workflow')).toMatchObject([{ cost: 0.005_004, ownKeyCost: 0.000_003 }]);
  });

  it('gives the same rows after a rebuild', async () => {
    await chargedRun(store, payer, [{ cost: costOf(1) }, { model: 'gpt-b', cost: costOf(2) }]);
    await chargedRun(store, payer, [{ cost: costOf(4) }]);
    const tables = ['usage_call', 'usage_call_day', 'usage_entry', 'usage_day', 'usage_period'];
    const read = async () => Promise.all(tables.map(rowsOf));
    const before = await read();
    const decode: DecodeEvent = (row, unread) => store.store.recorded(row, { unread });
    await rebuild(usageLedger, { pool: store.pool, decode, batch: 3 });
    expect(await read()).toEqual(before);
    expect(before.map((rows) => rows.length)).toEqual([3, 2, 2, 1, 1]);
  });
});

describe('the usage of models', () => {
  const openAi = { provider: 'openai', model: 'gpt-a', cost: costOf(1_000_000_001) };
  const claude = { provider: 'anthropic', model: 'claude', blockId: 'judge', node: 'judge', cost: costOf(2_000_000_002) };

  beforeEach(async () => {
    await chargedRun(store, payer, [openAi, claude]);
    await chargedRun(store, payer, [claude], { startedAt: '2031-03-02T10:00:00.000Z' });
  });

  const base = { name: null, executions: 2, calls: 0, cost: 0.01 };
  it.each([
    ['model', [{ name: 'claude', calls: 2, executions: 0, cost: 4.000_000_004 }, { name: 'gpt-a', calls: 1, cost: 1.000_000_001 }, base]],
    ['provider', [{ name: 'anthropic', calls: 2 }, { name: 'openai', calls: 1, inputTokens: 100, outputTokens: 20, tokens: 120 }, base]],
    ['block', [{ name: 'judge', calls: 2, cachedTokens: 80, reasoningTokens: 10 }, { name: 'agent', calls: 1 }, base]],
    [
      'day',
      [
        { name: '2031-03-01', executions: 1, calls: 2, cost: 3.005_000_003 },
        { name: '2031-03-02', executions: 1, calls: 1 },
      ],
    ],
  ] as const)('is grouped by %s, to the nano-dollar', async (groupBy, expected) => {
    expect(await usageBy(groupBy)).toMatchObject(expected);
  });

  it('is grouped by workflow, key and workspace together with its runs', async () => {
    const all = { executions: 2, calls: 3, cost: 5.010_000_005 };
    expect(await usageBy('workflow')).toMatchObject([{ ...all, name: payer.workflowId }]);
    expect(await usageBy('key')).toMatchObject([{ ...all, name: payer.keyId }]);
    expect(await usageBy('workspace')).toMatchObject([{ ...all, name: payer.workspaceId }]);
  });

  it('is the same for parts of days', async () => {
    const parts = await usageBy('model', '2031-03-01T09:00:00.000Z', '2031-03-02T11:00:00.000Z');
    expect(parts).toEqual(await usageBy('model'));
    expect(await usageBy('model', '2031-03-01T11:00:00.000Z', '2031-03-02T11:00:00.000Z')).toMatchObject([
      { name: 'claude', calls: 1 },
      { name: null, executions: 1 },
    ]);
  });
});
