import { describe, expect, it } from '@jest/globals';
import { covers, expiredIn, keptSince, retentionDays } from './retention-terms.js';

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
      { workspaceId: 'week', days: 7, deletedAt: null },
      { workspaceId: 'month', days: 30, deletedAt: new Date('2031-01-01T00:00:00Z') },
      { workspaceId: 'ever', days: null, deletedAt: null },
    ],
    others: 30,
  };

  it('is past for a workspace when its last run is', () => {
    expect(expiredIn(end, terms, new Date('2031-02-07T23:59:59Z'))).toEqual({ workspaceIds: [], others: false });
    expect(expiredIn(end, terms, new Date('2031-02-08T00:00:00Z'))).toEqual({ workspaceIds: ['week'], others: false });
    expect(expiredIn(end, terms, new Date('2031-03-03T00:00:00Z'))).toEqual({ workspaceIds: ['week', 'month'], others: true });
  });

  it('is past for a deleted workspace when its own time is, and 90 days after it where that is never', () => {
    const deletedAt = new Date('2031-01-15T00:00:00Z');
    const deleted = { workspaces: [{ workspaceId: 'ever', days: null, deletedAt }], others: null };
    expect(expiredIn(end, deleted, new Date('2031-04-14T23:59:59Z')).workspaceIds).toEqual([]);
    expect(expiredIn(end, deleted, new Date('2031-04-15T00:00:00Z')).workspaceIds).toEqual(['ever']);
    expect(expiredIn(new Date('2031-05-01T00:00:00Z'), deleted, new Date('2031-04-30T00:00:00Z')).workspaceIds).toEqual([]);
  });

  it('is still expired while no workspace gets more time', () => {
    const earlier = { workspaceIds: ['a'], others: false };
    expect(covers({ workspaceIds: ['a', 'b'], others: true }, earlier)).toBe(true);
    expect(covers({ workspaceIds: ['b'], others: true }, earlier)).toBe(false);
    expect(covers(earlier, { workspaceIds: [], others: true })).toBe(false);
  });
});
