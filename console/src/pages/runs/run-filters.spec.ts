import { describe, expect, it } from '@jest/globals';
import { chipsOf, dayBefore, filtersFrom, queryOf, rangeOf, searchOf, type RunFilters } from './run-filters.js';

const all: RunFilters = {
  level: 'error',
  status: ['running', 'failed'],
  workflow: ['w1', 'w2'],
  trigger: ['api', 'chat'],
  from: '2031-03-04T12:00:00.000Z',
  to: '2031-03-05T12:00:00.000Z',
  minMs: 0,
  maxMs: 1500,
  minCost: 0.01,
  model: 'openai/gpt',
  q: 'time, out & more',
  order: 'asc',
};

describe('the filters of the list of runs', () => {
  it('come back from the address as they were put into it', () => {
    const address = new URLSearchParams(searchOf(all)).toString();
    expect(filtersFrom(Object.fromEntries(new URLSearchParams(address)))).toEqual(all);
  });

  it('leave out of an address what has no meaning', () => {
    const search = {
      level: 'loud',
      status: 'lost,queued',
      since: '3y',
      from: 'soon',
      minMs: '-1',
      maxMs: 'x',
      q: '  ',
      workflow: ',,',
      order: 'up',
      unknown: '1',
    };
    expect(filtersFrom(search)).toEqual({});
  });

  it('let a range until now replace a range of times', () => {
    expect(filtersFrom({ since: '24h', from: '2031-03-04', to: '2031-03-05' })).toEqual({ since: '24h' });
  });

  it('are asked for by the names of the API', () => {
    const now = Date.parse('2031-03-05T12:00:00Z');
    expect(queryOf({ since: '24h', level: 'error', status: ['paused'], workflow: ['w1'], q: 'late' }, now)).toEqual({
      startDate: '2031-03-04T12:00:00.000Z',
      level: 'error',
      status: ['paused'],
      workflowIds: ['w1'],
      search: 'late',
    });
  });

  it('have a chip each, which leads to the others without it', () => {
    const chips = chipsOf({ level: 'error', workflow: ['w1', 'w2'], minMs: 0 }, (id) => `Workflow ${id}`);
    expect(chips).toEqual([
      { label: 'Workflow w1', without: { level: 'error', workflow: ['w2'], minMs: 0 } },
      { label: 'Workflow w2', without: { level: 'error', workflow: ['w1'], minMs: 0 } },
      { label: 'Failed', without: { workflow: ['w1', 'w2'], minMs: 0 } },
      { label: 'At least 0 ms', without: { level: 'error', workflow: ['w1', 'w2'] } },
    ]);
  });

  it('have a chip for each status', () => {
    expect(chipsOf({ status: ['paused', 'failed'] }, String)).toEqual([
      { label: 'Paused', without: { status: ['failed'] } },
      { label: 'Failed', without: { status: ['paused'] } },
    ]);
  });

  it('leave a range of time to count: the last day when they leave all', () => {
    const now = Date.parse('2031-03-05T12:00:00Z');
    const hours = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): readonly number[] =>
      [fromMs, toMs].map((at) => (now - at) / 3_600_000);
    expect(hours(rangeOf({}, now))).toEqual([24, 0]);
    expect(hours(rangeOf({ since: '7d' }, now))).toEqual([168, 0]);
    expect(hours(rangeOf({ from: '2031-03-05T10:00:00Z', to: '2031-03-05T11:00:00Z' }, now))).toEqual([2, 1]);
    expect(hours(rangeOf({ to: '2031-03-05T11:00:00Z' }, now))).toEqual([25, 1]);
    expect(hours(rangeOf({ from: '2031-03-06T10:00:00Z' }, now))).toEqual([24, 0]);
  });

  it('know the local day before, from its first to its last moment', () => {
    const noon = new Date(2031, 2, 1, 12, 30).getTime();
    expect(dayBefore(noon)).toEqual({
      from: new Date(2031, 1, 28, 0, 0).toISOString(),
      to: new Date(2031, 1, 28, 23, 59, 59, 999).toISOString(),
    });
    const midnight = new Date(2031, 2, 1).getTime();
    expect(dayBefore(midnight)).toEqual(dayBefore(noon));
  });
});
