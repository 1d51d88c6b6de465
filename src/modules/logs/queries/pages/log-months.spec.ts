import { describe, expect, it } from '@jest/globals';
import { monthsToFill, type Month } from './log-months.js';
import type { LogRequest } from './log-statement.js';

const months: readonly Month[] = [12, 11, 10, 9, 8, 7].map((month) => ({
  table: `execution_log_2031${String(month).padStart(2, '0')}`,
  oldest: new Date(Date.UTC(2031, month - 1, 1)).toISOString(),
  newest: new Date(Date.UTC(2031, month, 0)).toISOString(),
}));
const id = '0199a1b2-0000-7000-8000-000000000001';
const request: LogRequest = { filter: { workspaceId: id }, order: 'desc', limit: 100 };
const looked = (entries: number, startedAt: string): Parameters<typeof monthsToFill>[2] => ({
  entries: Array.from({ length: entries }),
  until: { startedAt, id },
});

describe('the months that fill a page', () => {
  it('are as many as it takes if entries go on as densely', () => {
    expect(monthsToFill(months, request, looked(90, '2031-12-26T00:00:00.000Z'))).toBe(1);
    expect(monthsToFill(months, request, looked(25, '2031-12-21T00:00:00.000Z'))).toBe(2);
  });

  it('are more than that the fewer were found', () => {
    expect(monthsToFill(months, request, looked(25, '2031-12-21T00:00:00.000Z'))).toBe(2);
    expect(monthsToFill(months, request, looked(1, '2031-12-30T14:24:00.000Z'))).toBe(3);
  });

  it('are all where none was found', () => {
    expect(monthsToFill(months, request, looked(0, '2031-12-26T00:00:00.000Z'))).toBe(6);
  });

  it('are counted from where a page begins', () => {
    const after = { startedAt: '2031-12-06T00:00:00.000Z', id };
    expect(monthsToFill(months.slice(1), { ...request, after }, looked(10, '2031-12-05T00:00:00.000Z'))).toBe(1);
  });

  it('are counted onward from the oldest entry as well', () => {
    const first = looked(25, '2031-07-26T00:00:00.000Z');
    expect(monthsToFill(months.toReversed(), { ...request, order: 'asc' }, first)).toBe(4);
  });
});
