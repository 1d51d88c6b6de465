import { describe, expect, it } from '@jest/globals';
import type { LogEntry } from '@sluice/client';
import { isMatch, latestOf, unseenRuns, updatedPages, withRuns, type EntryPage } from './live-runs.js';

const now = Date.parse('2031-03-05T12:00:00Z');

function entry(id: string, minute: number, more: Partial<LogEntry> = {}): LogEntry {
  const startedAt = new Date(now - 3_600_000 + minute * 60_000).toISOString();
  return {
    id,
    executionId: id,
    workflowId: 'w1',
    deploymentVersionId: 'w1:1',
    level: 'info',
    trigger: 'api',
    triggerSource: null,
    startedAt,
    endedAt: null,
    totalDurationMs: null,
    cost: null,
    modelsUsed: [],
    files: null,
    createdAt: startedAt,
    workflow: { id: 'w1', name: 'Orders', description: null, deleted: false },
    executionData: { status: 'running', trigger: { type: 'api', timestamp: startedAt }, error: null },
    ...more,
  };
}

const page = (ids: readonly (readonly [string, number])[], cursor: string | null): EntryPage => ({
  entries: ids.map(([id, minute]) => entry(id, minute)),
  cursor,
});
const idsOf = (pages: readonly EntryPage[]): readonly (readonly string[])[] => pages.map(({ entries }) => entries.map(({ id }) => id));
const pages = [
  page(
    [
      ['d', 40],
      ['c', 30],
    ],
    'x',
  ),
  page(
    [
      ['b', 20],
      ['a', 10],
    ],
    'y',
  ),
];

describe('a list of runs that changes while it is read', () => {
  it('has the changed rows where they were, and leaves the other pages as they are', () => {
    const updated = updatedPages(pages, [entry('b', 20, { level: 'error' }), entry('z', 50)]);
    expect(idsOf(updated)).toEqual(idsOf(pages));
    expect(updated[1]?.entries[0]?.level).toBe('error');
    expect(updated[0]).toBe(pages[0]);
  });

  it('takes up new runs in the order of their starts, each once', () => {
    const unseen = unseenRuns(pages, [entry('e', 50), entry('d', 40), entry('bc', 25)], {}, now);
    expect(unseen.map(({ id }) => id)).toEqual(['e', 'bc']);
    const grown = withRuns(pages, unseen, {});
    expect(idsOf(grown)).toEqual([
      ['e', 'd', 'c'],
      ['bc', 'b', 'a'],
    ]);
    expect(unseenRuns(grown, unseen, {}, now)).toEqual([]);
  });

  it('leaves out runs that start before its end while there are further pages', () => {
    expect(unseenRuns(pages, [entry('old', 1)], {}, now)).toEqual([]);
    const whole = [page([['a', 10]], null)];
    expect(idsOf(withRuns(whole, unseenRuns(whole, [entry('old', 1)], {}, now), {}))).toEqual([['a', 'old']]);
  });

  it('grows at its end when the oldest runs come first', () => {
    const whole = [page([['a', 10]], null)];
    const filters = { order: 'asc' } as const;
    expect(idsOf(withRuns(whole, unseenRuns(whole, [entry('b', 20)], filters, now), filters))).toEqual([['a', 'b']]);
    expect(unseenRuns([page([['a', 10]], 'x')], [entry('b', 20)], filters, now)).toEqual([]);
  });

  it('is as long as its runs when it was empty', () => {
    expect(idsOf(withRuns([page([], null)], [entry('a', 1), entry('b', 2)], {}))).toEqual([['b', 'a']]);
  });

  it('keeps the last state of a run that changes twice', () => {
    expect(latestOf([entry('a', 1)], [entry('a', 1, { level: 'error' }), entry('b', 2)]).map(({ id, level }) => [id, level])).toEqual([
      ['a', 'error'],
      ['b', 'info'],
    ]);
  });
});

describe('a run', () => {
  const failed = entry('a', 30, {
    level: 'error',
    totalDurationMs: 1500,
    cost: { total: 0.02 },
    modelsUsed: ['openai/gpt'],
    triggerSource: { kind: 'webhook', provider: 'github', triggerId: 't', deliveryId: 'd' } as unknown as LogEntry['triggerSource'],
    executionData: { status: 'failed', trigger: { type: 'api', timestamp: '' }, error: 'The stock cannot be READ' },
  });

  it.each([
    {},
    { status: ['failed', 'paused'] },
    { workflow: ['w1'] },
    { trigger: ['api'] },
    { trigger: ['github'] },
    { level: 'error' },
    { model: 'openai/gpt' },
    { since: '1h' },
    { from: '2031-03-05T11:30:00Z', to: '2031-03-05T11:30:00Z' },
    { minMs: 1500, maxMs: 1500, minCost: 0.02 },
    { q: 'be read' },
    { q: 'order' },
  ] as const)('matches %j', (filters) => {
    expect(isMatch(failed, filters, now)).toBe(true);
  });

  it.each([
    { status: ['running'] },
    { workflow: ['w2'] },
    { trigger: ['chat'] },
    { level: 'info' },
    { model: 'other' },
    { from: '2031-03-05T11:31:00Z' },
    { to: '2031-03-05T11:29:00Z' },
    { minMs: 1501 },
    { maxMs: 1499 },
    { minCost: 0.03 },
    { q: 'nothing' },
  ] as const)('does not match %j', (filters) => {
    expect(isMatch(failed, filters, now)).toBe(false);
  });

  it('has no duration and no cost while it is active', () => {
    expect(isMatch(entry('a', 30), { minMs: 0 }, now)).toBe(false);
    expect(isMatch(entry('a', 30), { maxMs: 10 }, now)).toBe(false);
    expect(isMatch(entry('a', 30), { minCost: 0 }, now)).toBe(false);
  });
});
