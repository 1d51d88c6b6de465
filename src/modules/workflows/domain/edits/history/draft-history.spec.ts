import { describe, expect, it } from '@jest/globals';
import type { DraftChange } from './draft-change.js';
import { historyOf } from './draft-history.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString();
const change = (revision: number, userId: string, minute: number, label: string | null = null): DraftChange => ({
  revision,
  editId: `e${revision}`,
  label,
  operations: [{ op: 'rename', id: 'a', name: `n${revision}` }],
  userId,
  userName: userId,
  at: at(minute),
});

describe('the history of a draft', () => {
  it('joins changes of one person that follow each other within five minutes', () => {
    const [entry, ...others] = historyOf([change(2, 'ada', 0, 'Move'), change(3, 'ada', 4, 'Rename'), change(5, 'ada', 8, 'Move')], []);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: 'edits', from: 1, to: 5, edits: 3, labels: ['Move', 'Rename'], startedAt: at(0), endedAt: at(8) });
  });

  it('separates people, pauses, replacements and deployments, and lists the newest first', () => {
    const replaced = { ...change(5, 'ada', 7), editId: null, operations: null };
    const by = { userId: 'bob', userName: 'Bob', at: at(9) };
    const deployed = { kind: 'deployed' as const, position: 7, version: 3, name: 'Spring', description: 'New prices', ...by };
    const changes = [change(2, 'ada', 0), change(3, 'bob', 1), change(4, 'bob', 6), replaced, change(6, 'ada', 8), change(8, 'ada', 9)];
    expect(historyOf(changes, [deployed]).map(({ kind, to, version }) => [kind, to, version])).toEqual([
      ['edits', 8, null],
      ['deployed', 7, 3],
      ['edits', 6, null],
      ['replaced', 5, null],
      ['edits', 4, null],
      ['edits', 3, null],
      ['edits', 2, null],
    ]);
  });
});
