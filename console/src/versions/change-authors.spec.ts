import { expect, it } from '@jest/globals';
import type { HistoryEntry } from '@sluice/client';
import { authorsOf } from './change-authors.js';

const entry = (userId: string | null, edits: number, to = 2): HistoryEntry => ({
  kind: edits === 0 ? 'deployed' : 'edits',
  from: to - Math.max(1, edits),
  to,
  edits,
  labels: [],
  version: null,
  userId,
  userName: userId === null ? null : `User ${userId}`,
  startedAt: '2026-01-05T10:00:00.000Z',
  endedAt: '2026-01-05T10:00:00.000Z',
});

it('counts the changes of each author, the author of the last one first', () => {
  expect(authorsOf([entry('b', 2), entry('c', 0), entry('a', 1), entry('b', 3), entry(null, 1)], 9)).toEqual([
    { userId: 'b', userName: 'User b', edits: 5 },
    { userId: 'a', userName: 'User a', edits: 1 },
    { userId: null, userName: null, edits: 1 },
  ]);
});

it('leaves out changes after a revision, also those of a group that continues after it', () => {
  const entries = [entry('c', 2, 9), entry('b', 4, 7), entry('a', 1, 3)];
  expect(authorsOf(entries, 5).map(({ userId, edits }) => [userId, edits])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});
