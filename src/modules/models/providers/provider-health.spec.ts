import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { ProviderHealth } from './provider-health.js';

const origin = 'https://models.example';
const place = { provider: 'operator/vendor', origin };
const openForMs = 15_000;

describe('the circuit breaker of a provider', () => {
  let now: number;
  let health: ProviderHealth;

  beforeEach(() => {
    now = Date.parse('2026-02-10T12:00:00Z');
    health = new ProviderHealth(new MovedClock(() => now));
  });

  it('is closed for a provider that was never asked', () => {
    expect(health.mayAsk(place)).toBe(true);
    expect(health.of(place)).toEqual({ origin, state: 'closed', failures: 0, opensAfter: 5, lastError: null, retryAt: null });
  });

  it('opens after five failures in a row, and refuses calls to that origin alone', () => {
    fail(4);
    expect(health.mayAsk(place)).toBe(true);
    fail(1);
    expect(health.mayAsk(place)).toBe(false);
    expect(health.mayAsk({ ...place, origin: 'https://other.example' })).toBe(true);
    expect(health.of(place)).toMatchObject({
      state: 'open',
      failures: 5,
      lastError: { kind: 'unavailable', at: '2026-02-10T12:00:00.000Z' },
      retryAt: '2026-02-10T12:00:15.000Z',
    });
  });

  it('of a provider of a workspace leaves calls of others to the same origin alone', () => {
    for (let count = 0; count < 5; count += 1) health.failed({ ...place, provider: 'workspace/own' }, 'idle');
    expect(health.mayAsk({ ...place, provider: 'workspace/own' })).toBe(false);
    expect(health.mayAsk({ ...place, provider: 'workspace/another' })).toBe(true);
    expect(health.of(place)).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('counts failures again from nothing after a success', () => {
    fail(4);
    health.succeeded(place);
    fail(4);
    expect(health.of(place)).toMatchObject({ state: 'closed', failures: 4 });
  });

  it('lets one call pass after a while, and closes with its success', () => {
    fail(5);
    now += openForMs;
    expect(health.of(place).state).toBe('half-open');
    expect([health.mayAsk(place), health.mayAsk(place)]).toEqual([true, false]);
    expect(health.of(place).state).toBe('half-open');
    health.succeeded(place);
    expect(health.mayAsk(place)).toBe(true);
    expect(health.of(place)).toMatchObject({ state: 'closed', failures: 0, retryAt: null });
  });

  it('opens again if that call fails', () => {
    fail(5);
    now += openForMs;
    health.mayAsk(place);
    fail(1);
    expect(health.mayAsk(place)).toBe(false);
    expect(health.of(place)).toMatchObject({ state: 'open', failures: 6 });
  });

  it('lets another call pass if the outcome of that call is never reported', () => {
    fail(5);
    now += openForMs;
    health.mayAsk(place);
    now += openForMs;
    expect(health.mayAsk(place)).toBe(true);
  });

  it.each(['refused', 'unauthorized', 'context-length', 'rate-limited'] as const)('stays closed when the provider answers: %s', (kind) => {
    for (let count = 0; count < 10; count += 1) health.failed(place, kind);
    expect(health.of(place)).toMatchObject({ state: 'closed', failures: 0, lastError: { kind } });
  });

  it('is neither opened nor closed by a refused address', () => {
    fail(4);
    health.failed(place, 'blocked-address');
    expect(health.of(place)).toMatchObject({ state: 'closed', failures: 4 });
    fail(1);
    health.failed(place, 'blocked-address');
    expect(health.mayAsk(place)).toBe(false);
  });

  function fail(times: number): void {
    for (let count = 0; count < times; count += 1) health.failed(place, 'unavailable');
  }
});

class MovedClock extends Clock {
  constructor(private readonly ms: () => number) {
    super();
  }

  now(): Date {
    return new Date(this.ms());
  }
}
