import { describe, expect, it } from '@jest/globals';
import type { BackupHeader } from './backup-format.js';
import { acceptHeader, boundOfMonth } from './backup-header.js';

const header: BackupHeader = {
  sluice: '1.2.3',
  createdAt: '2026-11-20T10:00:00.000Z',
  migrations: ['First1', 'Second2'],
  keyId: 'abcd1234',
  position: { tx: '12', pos: '7' },
  highestTx: '15',
  tables: [{ name: 'run_event_202611', columns: ['pos', 'tx'], part: { of: 'run_event', bound: '' } }],
  sequences: [{ name: 'event_pos', value: '7', called: true }],
  files: { included: false, count: 0, bytes: 0 },
};
const ours = { migrations: ['First1', 'Second2', 'Third3'], keyIds: ['ffff0000', 'abcd1234'] };

describe('the header of a backup', () => {
  it('of this release or a former one is accepted', () => {
    expect(() => acceptHeader(header, ours)).not.toThrow();
  });

  it('of the last snapshot before 0.1.0 is accepted, since its schema is that of 0.1.0', () => {
    const migrations = ['CreateEvents1763600000000', 'FiguresOfTheLog1763602349000'];
    const released = { ...ours, migrations: ['Baseline1763602350000', 'Later1763700000000'] };
    expect(() => acceptHeader({ ...header, migrations }, released)).not.toThrow();
  });

  it.each<[string, Partial<BackupHeader>, string]>([
    ['with a newer schema', { migrations: ['First1', 'Fourth4'] }, 'Sluice 1.2.3, with Fourth4, which is unknown here'],
    ['of another snapshot', { migrations: ['Zeroth0'] }, 'has the schema of an unreleased snapshot (Zeroth0)'],
    ['of another encryption key', { keyId: '00000000' }, 'Set SLUICE_ENCRYPTION_KEY'],
    ['with a table whose name is SQL', { tables: [{ name: 'a"; drop', columns: [], part: null }] }, 'no release has made'],
    ['with a column whose name is SQL', { tables: [{ name: 'a', columns: ['b")'], part: null }] }, 'no release has made'],
    ['with a sequence whose name is SQL', { sequences: [{ name: `a'`, value: '1', called: true }] }, 'no release has made'],
  ])('is refused %s', (_, changes, words) => {
    expect(() => acceptHeader({ ...header, ...changes }, ours)).toThrow(words);
  });
});

describe('the values of a part of a table', () => {
  it.each([
    "FOR VALUES FROM ('019a3c00-0000-0000-0000-000000000000') TO ('019ad200-0000-0000-0000-000000000000')",
    "FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')",
  ])('are a month: %s', (bound) => {
    expect(boundOfMonth(bound)).toBe(bound);
  });

  it('are nothing else', () => {
    expect(() => boundOfMonth("FOR VALUES FROM ('2026-11-01') TO ('2026-12-01'); drop table run_event")).toThrow('no release has made');
  });
});
