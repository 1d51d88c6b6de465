import { describe, expect, it } from '@jest/globals';
import { breaksRule, hasRested, hourMs, isInactive, noPast, type PastRuns, type WorkspaceEventConfig } from './event-rules.js';

const defaults: WorkspaceEventConfig = {
  eventType: 'execution_error',
  workflowIds: [],
  consecutiveFailures: 3,
  failureRatePercent: 50,
  durationThresholdMs: 30_000,
  latencySpikePercent: 100,
  costThresholdCredits: 200,
  errorCountThreshold: 10,
  windowHours: 24,
  inactivityHours: 24,
};

const failed = { failed: true, durationMs: 100, costUsd: 0 };
const completed = { ...failed, failed: false };
const past = (facts: Partial<PastRuns>): PastRuns => ({ ...noPast, ...facts });

describe('a rule', () => {
  it.each([
    ['consecutive_failures', failed, past({ failuresInARow: 2 }), true],
    ['consecutive_failures', failed, past({ failuresInARow: 1 }), false],
    ['consecutive_failures', completed, past({ failuresInARow: 5 }), false],
    ['failure_rate', failed, past({ runs: 4, failures: 2 }), true],
    ['failure_rate', failed, past({ runs: 3, failures: 3 }), false],
    ['failure_rate', completed, past({ runs: 5, failures: 2 }), false],
    ['error_count', failed, past({ runs: 20, failures: 9 }), true],
    ['error_count', completed, past({ runs: 20, failures: 10 }), false],
    ['latency_threshold', { ...completed, durationMs: 30_001 }, noPast, true],
    ['latency_threshold', { ...completed, durationMs: 30_000 }, noPast, false],
    ['latency_spike', { ...completed, durationMs: 201 }, past({ runs: 4, averageMs: 100 }), true],
    ['latency_spike', { ...completed, durationMs: 200 }, past({ runs: 4, averageMs: 100 }), false],
    ['latency_spike', { ...completed, durationMs: 900 }, past({ runs: 3, averageMs: 100 }), false],
    ['cost_threshold', { ...completed, costUsd: 1.01 }, noPast, true],
    ['cost_threshold', { ...completed, costUsd: 1 }, noPast, false],
    ['execution_error', failed, noPast, false],
  ] as const)('%s, after %j and %j, is broken: %s', (eventType, run, before, expected) => {
    expect(breaksRule({ ...defaults, eventType }, run, before)).toBe(expected);
  });

  it('rests for an hour after it has fired', () => {
    expect([hasRested(null, 0), hasRested(0, hourMs - 1), hasRested(0, hourMs)]).toEqual([true, false, true]);
  });

  it('of inactivity counts from the last run, and from its last report', () => {
    const at = 100 * hourMs;
    expect(isInactive(defaults, { lastRunAt: at - 24 * hourMs, firedAt: null }, at)).toBe(true);
    expect(isInactive(defaults, { lastRunAt: at - 23 * hourMs, firedAt: null }, at)).toBe(false);
    expect(isInactive(defaults, { lastRunAt: 0, firedAt: at - 23 * hourMs }, at)).toBe(false);
  });
});
