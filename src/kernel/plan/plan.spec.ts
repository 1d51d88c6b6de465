import { describe, expect, it } from '@jest/globals';
import { costLimitOf, PlanCatalogue } from './plan.js';

describe('the plan catalogue', () => {
  const plans = new PlanCatalogue();

  it.each([
    ['free', 50, 200, 30, 5, 0.005],
    ['pro', 150, 1000, 100, 20, 0.005],
    ['team', 300, 2500, 200, 40, 0.005],
    ['enterprise', 600, 5000, 500, 200, 0.005],
    ['selfhosted', 60_000, 300_000, 60_000, null, 0],
  ])('has %s', (name, syncPerMinute, asyncPerMinute, apiPerMinute, costLimitUsd, baseChargeUsd) => {
    expect(plans.of(name)).toMatchObject({ name, syncPerMinute, asyncPerMinute, apiPerMinute, costLimitUsd, baseChargeUsd });
  });

  it('gives an account without a plan the default one', () => {
    expect(plans.of(null).name).toBe('selfhosted');
    expect(new PlanCatalogue([], 'team').of(null).name).toBe('team');
  });

  it.each([
    ['team', 3, 120],
    ['pro', 3, 20],
    ['selfhosted', 3, null],
  ])('has money for each member where it says so: %s', (name, seats, limit) => {
    expect(costLimitOf(plans.of(name), seats)).toBe(limit);
  });

  it('takes a plan that has left the catalogue for the free one', () => {
    expect(plans.of('gone').name).toBe('free');
  });
});
