import { describe, expect, it } from '@jest/globals';
import { anEntry } from '../../../../test/support/audit-log.js';
import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditPosition } from './audit-statement.js';
import { mostLookedAt, walkEntries } from './audit-walk.js';

/** Entries with these numbers, latest first, and how many of them were read. */
function logOf(count: number) {
  const log = { lookedAt: 0, read };
  async function read(limit: number, after: AuditPosition | undefined): Promise<readonly AuditEntry[]> {
    const from = after === undefined ? count : after.seq - 1;
    const length = Math.max(0, Math.min(limit, from));
    log.lookedAt += length;
    return Array.from({ length }, (_, index) => anEntry(from - index));
  }
  return log;
}

async function allOf(count: number, isShown: (entry: AuditEntry) => boolean): Promise<number[]> {
  const { read } = logOf(count);
  const seen: number[] = [];
  let after: AuditPosition | undefined;
  do {
    const { entries, next } = await walkEntries({ limit: 7, after, read, isShown });
    seen.push(...entries.map(({ seq }) => seq));
    after = next;
  } while (after !== undefined);
  return seen;
}

describe('a walk through the audit log', () => {
  it('looks at one entry more than a page shows where all are shown', async () => {
    const log = logOf(100);
    const { entries, next } = await walkEntries({ limit: 5, after: undefined, read: log.read, isShown: () => true });
    expect(entries.map(({ seq }) => seq)).toEqual([100, 99, 98, 97, 96]);
    expect(next?.seq).toBe(96);
    expect(log.lookedAt).toBe(6);
  });

  it('has no next page at the end, even if the last entry fills the page', async () => {
    const { entries, next } = await walkEntries({ limit: 5, after: undefined, read: logOf(5).read, isShown: () => true });
    expect([entries.length, next]).toEqual([5, undefined]);
  });

  it('shows each entry once, however few of them are shown', async () => {
    const isShown = ({ seq }: AuditEntry): boolean => seq % 1000 === 3;
    expect(await allOf(30_000, isShown)).toEqual(Array.from({ length: 30 }, (_, index) => 29_003 - index * 1000));
  });

  it('stops at the limit of reads, and the next page continues there', async () => {
    const log = logOf(1_000_000);
    const { entries, next } = await walkEntries({ limit: 50, after: undefined, read: log.read, isShown: () => false });
    expect(entries).toEqual([]);
    expect(next?.seq).toBe(1_000_001 - log.lookedAt);
    expect(log.lookedAt).toBeLessThan(mostLookedAt + 2_000);
  });
});
