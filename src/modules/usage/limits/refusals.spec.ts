import { describe, expect, it } from '@jest/globals';
import type { DomainError } from '#kernel/errors.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { periodEnd } from './billing-period.js';
import { overCostLimit, rateLimited, tooManyRuns } from './refusals.js';
import { requireMoney } from './require-money.js';

const plan = new PlanCatalogue().of('pro');
const now = new Date('2031-12-31T23:59:50.000Z');
const standing = (limit: number) => ({
  isAllowed: false,
  limit,
  remaining: 0,
  resetAtMs: Date.parse('2032-01-01T00:00:12.000Z'),
  resetInMs: 21_300,
});

const refusals: readonly (readonly [what: string, DomainError, string, limit: string, value: string, again: string, retry?: number])[] = [
  [
    'synchronous runs',
    rateLimited(plan, 'sync', standing(300)),
    'Rate limit',
    '150 synchronous runs per minute',
    '300 at once',
    '2032-01-01T00:00:12.000Z',
    22,
  ],
  [
    'asynchronous runs',
    rateLimited(plan, 'async', standing(2000)),
    'Rate limit',
    '1000 asynchronous runs per minute',
    '2000 at once',
    '2032-01-01T00:00:12.000Z',
    22,
  ],
  [
    'calls',
    rateLimited(plan, 'api', standing(200)),
    'Rate limit',
    '100 API requests per minute',
    '200 at once',
    '2032-01-01T00:00:12.000Z',
    22,
  ],
  [
    'money',
    overCostLimit(plan, { usd: 20.01, limitUsd: 20 }, periodEnd(now)),
    'Usage limit',
    '$20.01 used',
    '$20.00 limit',
    '2032-01-01T00:00:00.000Z',
  ],
  ['runs of an account', tooManyRuns(plan, 50, 'account'), 'concurrent executions', 'of one account', 'at most 50 runs', 'in 5 s', 5],
  ['runs of a workflow', tooManyRuns(plan, 3, 'workflow'), 'concurrent executions', 'of one workflow', 'at most 3 runs', 'in 5 s', 5],
];

describe('a refusal for a limit', () => {
  it.each(refusals)('of %s names the limit, its value, the plan and when to retry', (_, error, ...told) => {
    const words = told.filter((word): word is string => typeof word === 'string');
    for (const word of [...words, 'pro plan']) expect(error.message).toContain(word);
    expect(error.retryAfterSeconds).toBe(told.find((word) => typeof word === 'number'));
    expect([error.kind, error.code]).toEqual(
      error.retryAfterSeconds === undefined ? ['payment-required', 'USAGE_LIMIT_EXCEEDED'] : ['limited', 'RATE_LIMIT_EXCEEDED'],
    );
  });

  it('of money starts exactly at the limit', () => {
    expect(() => requireMoney(plan, { usd: 19.999999, seats: 9 }, now)).not.toThrow();
    expect(() => requireMoney(plan, { usd: 20, seats: 9 }, now)).toThrow('starts at 2032-01-01T00:00:00.000Z');
    const team = new PlanCatalogue().of('team');
    expect(() => requireMoney(team, { usd: 119, seats: 3 }, now)).not.toThrow();
    expect(() => requireMoney(team, { usd: 120, seats: 3 }, now)).toThrow('$120.00 used of $120.00 limit of the team plan');
    const cents = { ...plan, costLimitUsd: 0.0125 };
    expect(() => requireMoney(cents, { usd: 0.015, seats: 1 }, now)).toThrow('$0.015 used of $0.0125 limit of the pro plan');
    expect(() => requireMoney(new PlanCatalogue().of('selfhosted'), { usd: 1e9, seats: 1 }, now)).not.toThrow();
  });
});
