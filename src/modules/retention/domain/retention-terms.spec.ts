import { describe, expect, it } from '@jest/globals';
import { expiredIn, keptSince, retentionDays } from './retention-terms.js';

describe('how long runs are kept', () => {
  it.each([
    [null, null, null],
    [30, null, 30],
    [null, 7, 7],
    [30, 7, 7],
    [30, 90, 30],
  ])('with a plan of %p days and a workspace that wants %p is %p', (plan, wanted, days) => {
    expect(retentionDays({ retentionDays: plan }, wanted)).toBe(days);
  });

  it('is counted back from now', () => {
    expect(keptSince(7, new Date('2031-03-08T12:00:00Z'))).toEqual(new Date('2031-03-01T12:00:00Z'));
    expect(keptSince(null, new Date())).toBeUndefined();
  });
});

describe('a month', () => {
  const end = new Date('2031-02-01T00:00:00Z');
  const terms = {
    workspaces: [
      { workspaceId: 'week', days: 7 },
      { workspaceId: 'month', days: 30 },
      { workspaceId: 'ever', days: null },
    ],
    others: 30,
  };

  it('is past for a workspace when its last run is', () => {
    expect(expiredIn(end, terms, new Date('2031-02-07T23:59:59Z'))).toEqual({ workspaceIds: [], others: false });
    expect(expiredIn(end, terms, new Date('2031-02-08T00:00:00Z'))).toEqual({ workspaceIds: ['week'], others: false });
    expect(expiredIn(end, terms, new Date('2031-03-03T00:00:00Z'))).toEqual({ workspaceIds: ['week', 'month'], others: true });
  });
});
