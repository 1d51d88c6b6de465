import { describe, it } from '@jest/globals';
import { given } from '../../../../test/support/decider-spec.js';
import { environment } from './environment.decider.js';
import { EnvironmentChanged } from './environment.events.js';

const names = (count: number, first = 0): string[] => Array.from({ length: count }, (_, index) => `V${first + index}`);
const withTwo = [EnvironmentChanged({ set: ['TOKEN', 'URL'], removed: [] })];

describe('an environment', () => {
  it('takes note of the names that are set and removed', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: ['NEW'], removed: ['URL'] })
      .then([EnvironmentChanged({ set: ['NEW'], removed: ['URL'] })]);
  });

  it('counts a variable that is set anew as changed', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: ['TOKEN'], removed: [] })
      .then([EnvironmentChanged({ set: ['TOKEN'], removed: [] })]);
  });

  it('does not tell of the removal of what is not there', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: ['NEW'], removed: ['ABSENT'] })
      .then([EnvironmentChanged({ set: ['NEW'], removed: [] })]);
  });

  it('has nothing to tell when nothing changes', () => {
    given(environment, withTwo)
      .when({ type: 'change', set: [], removed: ['ABSENT'] })
      .then([]);
  });

  it('knows that what was removed is gone', () => {
    given(environment, [...withTwo, EnvironmentChanged({ set: [], removed: ['TOKEN'] })])
      .when({ type: 'change', set: [], removed: ['TOKEN'] })
      .then([]);
  });

  describe('that is full', () => {
    const full = [EnvironmentChanged({ set: names(1_000), removed: [] })];

    it('refuses one more', () => {
      given(environment, full)
        .when({ type: 'change', set: ['ONE_MORE'], removed: [] })
        .refuses('VALIDATION_FAILED', 'A workspace may have at most 1000 variables');
    });

    it('lets variables be changed', () => {
      given(environment, full)
        .when({ type: 'change', set: ['V0'], removed: [] })
        .then([EnvironmentChanged({ set: ['V0'], removed: [] })]);
    });

    it('takes as many as are removed in the same change', () => {
      given(environment, full)
        .when({ type: 'change', set: names(2, 1_000), removed: names(2) })
        .then([EnvironmentChanged({ set: names(2, 1_000), removed: names(2) })]);
    });

    it('refuses more than are removed in the same change', () => {
      given(environment, full)
        .when({ type: 'change', set: names(3, 1_000), removed: names(2) })
        .refuses('VALIDATION_FAILED');
    });
  });
});
