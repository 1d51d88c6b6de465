import { describe, expect, it } from '@jest/globals';
import { placesOf, wantedProcesses } from './process-plan.js';

describe('the processes of a machine', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [9, 8],
    [64, 8],
  ])('with %i cores are %i by themselves', (cores, count) => {
    expect(wantedProcesses({ processes: 'auto', role: 'all' }, cores)).toBe(count);
  });

  it('are one when a role is chosen, and several are refused then', () => {
    expect(wantedProcesses({ processes: 'auto', role: 'worker' }, 16)).toBe(1);
    expect(wantedProcesses({ processes: 1, role: 'api' }, 16)).toBe(1);
    expect(() => wantedProcesses({ processes: 4, role: 'api' }, 16)).toThrow(
      'SLUICE_PROCESSES is 4: several processes need SLUICE_ROLE all, not api',
    );
  });

  it.each([
    [2, 'api-1 worker-1'],
    [3, 'api-1 worker-1 follower-1'],
    [4, 'api-1 api-2 worker-1 follower-1'],
    [8, 'api-1 api-2 api-3 api-4 api-5 worker-1 worker-2 follower-1'],
  ])('%i of them divide the work', (count, labels) => {
    expect(
      placesOf(count)
        .map(({ label }) => label)
        .join(' '),
    ).toBe(labels);
  });
});
