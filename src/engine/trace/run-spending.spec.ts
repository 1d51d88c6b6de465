import { describe, expect, it } from '@jest/globals';
import { aModelCall, costOf } from '../../../test/support/engine/agent-facts.js';
import { ExecutionStarted, ModelAnswered } from '../execution.events.js';
import { chargedNanoUsd, RunSpending, spentBy } from './run-spending.js';

const started = ExecutionStarted({
  workflowId: 'w',
  workspaceId: 's',
  deploymentVersion: 1,
  trigger: 'api',
  mode: 'sync',
  input: {},
  userId: 'u',
  accountId: 'a',
  baseChargeUsd: 0.005,
  startBlockId: 'b',
  startedAt: '2031-01-01T00:00:00.000Z',
  deadlineAt: '2031-01-01T01:00:00.000Z',
});
const call = (values: Parameters<typeof aModelCall>[0] = {}) => ModelAnswered(aModelCall(values));

describe('the spending of a run', () => {
  it('is nothing for the end of a run that called no model', () => {
    expect(spentBy([started])).toBeUndefined();
  });

  it('contains the base charge once, and each call, to the nano-dollar', () => {
    const calls = [call({ cost: costOf(1) }), call({ model: 'gpt-b', cost: costOf(2) }), call({ cost: costOf(4) })];
    expect(spentBy([started, ...calls])).toEqual({ costUsd: 0.005_000_007, models: ['gpt-a', 'gpt-b'] });
  });

  it('is the same in any order of events', () => {
    const events = [started, call({ cost: costOf(1) }), call({ model: 'gpt-b' })];
    expect(spentBy(events.toReversed())).toEqual(spentBy(events));
  });

  it('contains what failed calls have used, but shows abandoned ones without a charge', () => {
    const spending = new RunSpending();
    spending.take(call({ outcome: 'failed', cost: costOf(5) }));
    spending.take(call({ outcome: 'abandoned', cost: costOf(9) }));
    expect(spending.callsNanoUsd).toBe(5);
    expect(spending.models.get('gpt-a')).toMatchObject({ calls: 2, totalNanoUsd: 5, inputTokens: 100, outputTokens: 20 });
  });

  it('counts calls without a known price, and not those that have used nothing', () => {
    const spending = new RunSpending();
    const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: true };
    spending.take(call({ outcome: 'failed', cost: null, usage }));
    expect(spending.models.get('gpt-a')).toMatchObject({ calls: 1, unpricedCalls: 0 });
    spending.take(call({ cost: null }));
    spending.take(call({ outcome: 'failed', cost: null }));
    expect(spending.models.get('gpt-a')).toMatchObject({ calls: 3, unpricedCalls: 2 });
  });

  it('contains no call that was copied from another run', () => {
    expect(spentBy([started, call({ recorded: true })])).toBeUndefined();
    expect(chargedNanoUsd(aModelCall({ recorded: true }))).toBe(0);
  });

  it('tells models of one name at two providers apart', () => {
    const calls = [call({ cost: costOf(1) }), call({ provider: 'other', cost: costOf(2) }), call({ model: 'gpt-b' })];
    const spending = new RunSpending();
    for (const each of calls) spending.take(each);
    const { provider } = aModelCall();
    const totals = [...spending.models].map(([name, { calls: count, totalNanoUsd }]) => [name, count, totalNanoUsd]);
    expect(totals.slice(0, 2)).toEqual([
      [`${provider}/gpt-a`, 1, 1],
      ['other/gpt-a', 1, 2],
    ]);
    expect(spentBy([started, ...calls])?.models).toEqual([`${provider}/gpt-a`, 'gpt-b', 'other/gpt-a'].toSorted());
  });

  it('counts calls without a known price', () => {
    const spending = new RunSpending();
    spending.take(call({ cost: null }));
    expect(spending.models.get('gpt-a')).toMatchObject({ unpricedCalls: 1, totalNanoUsd: 0, inputTokens: 100 });
  });

  it('contains calls with keys of the workspace, which its owner pays', () => {
    expect(spentBy([started, call({ keyOf: 'workspace', cost: costOf(3) })])?.costUsd).toBe(0.005_000_003);
  });
});
