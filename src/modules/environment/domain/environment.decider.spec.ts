import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { environment } from './environment.decider.js';
import { EnvironmentChanged } from './environment.events.js';

const names = (count: number, first = 0): string[] => Array.from({ length: count }, (_, index) => `V${first + index}`);
const withTwo = [EnvironmentChanged({ set: ['TOKEN', 'URL'], removed: [] })];

describe('an environment', () => {
  it('records the names that are set and removed', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: ['NEW'], removed: ['URL'] })
      .then([EnvironmentChanged({ set: ['NEW'], removed: ['URL'] })]);
  });

  it('records a variable that is set again as changed', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: ['TOKEN'], removed: [] })
      .then([EnvironmentChanged({ set: ['TOKEN'], removed: [] })]);
  });

  it('does not record the removal of an absent variable', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: ['NEW'], removed: ['ABSENT'] })
      .then([EnvironmentChanged({ set: ['NEW'], removed: [] })]);
  });

  it('records nothing without a change', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: [], removed: ['ABSENT'] })
      .then([]);
  });

  it('forgets a removed variable', () => {
    given(environment, [...withTwo, EnvironmentChanged({ set: [], removed: ['TOKEN'] })])
      .when({ type: 'change', set: [], removed: ['TOKEN'] })
      .then([]);
  });

  describe('that is full', () => {
    const full = [EnvironmentChanged({ set: names(1_000), removed: [] })];

    it('rejects one more', () => {
      given(environment, full)
        .when({ type: 'change', set: ['ONE_MORE'], removed: [] })
        .refuses('VALIDATION_FAILED', 'A workspace may have at most 1000 variables');
    });

    it('accepts changes of its variables', () => {
      given(environment, full)
        .when({ type: 'change', set: ['V0'], removed: [] })
        .then([EnvironmentChanged({ set: ['V0'], removed: [] })]);
    });

    it('accepts as many new variables as the same change removes', () => {
      given(environment, full)
        .when({ type: 'change', set: names(2, 1_000), removed: names(2) })
        .then([EnvironmentChanged({ set: names(2, 1_000), removed: names(2) })]);
    });

    it('rejects more new variables than the same change removes', () => {
      given(environment, full)
        .when({ type: 'change', set: names(3, 1_000), removed: names(2) })
        .refuses('VALIDATION_FAILED');
    });
  });
});
