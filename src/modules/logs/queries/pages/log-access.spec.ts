import { describe, expect, it } from '@jest/globals';
import { accesses, byIndex, canWalk, firstAccess, leftBy } from './log-access.js';
import type { RowFilter } from './log-filter.js';

const workspaceId = '0199a1b2-0000-7000-8000-000000000001';

describe('the ways to rows of the log', () => {
  it('lead along each of a few workflows, and to many of them at once, in no order', () => {
    const first = (count: number): boolean[] =>
      accesses({ workspaceId, workflowIds: Array.from({ length: count }, () => workspaceId) }).map(canWalk);
    expect([first(20), first(21)]).toEqual([[true], [false]]);
  });

  it('lead to errors of all triggers by one index, and by one of each trigger to those of some', () => {
    const lists = (filter: Partial<RowFilter>): number => firstAccess({ workspaceId, ...filter }).conditions.length;
    expect([lists({ level: 'error' }), lists({ level: 'error', triggers: ['api', 'chat'] })]).toEqual([1, 2]);
  });

  it('begin along all of the workspace where most of it matches', () => {
    expect(firstAccess({ workspaceId, level: 'info' }).settles).toEqual([]);
    expect(firstAccess({ workspaceId, level: 'error' }).settles).toEqual(['level', 'triggers']);
  });

  it('pass in the index of a figure what the other figure or the level rules out', () => {
    const filter: RowFilter = { workspaceId, minDurationMs: 60_000, minCost: 0.3, level: 'error', model: 'm' };
    const left = accesses(filter).map((access) => leftBy(filter, byIndex(filter, access) ?? access));
    expect(left).toEqual([['minDurationMs', 'minCost', 'model'], ['model'], ['model']]);
  });

  it('have nothing to pass in an index that tells no more', () => {
    const filter: RowFilter = { workspaceId, minDurationMs: 60_000, triggers: ['api'] };
    expect(accesses(filter).map((access) => byIndex(filter, access))).toEqual([undefined, undefined]);
  });
});
