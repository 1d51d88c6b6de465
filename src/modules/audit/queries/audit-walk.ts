import type { AuditEntry } from '../domain/audit-entry.js';
import type { AuditPosition } from './audit-statement.js';

export interface AuditWalk {
  readonly limit: number;
  readonly after: AuditPosition | undefined;
  /** The next entries, at most so many. */
  readonly read: (limit: number, after: AuditPosition | undefined) => Promise<readonly AuditEntry[]>;
  readonly isShown: (entry: AuditEntry) => boolean;
}

export interface AuditWalked {
  readonly entries: readonly AuditEntry[];
  /** The place where the next page begins; undefined at the end. */
  readonly next: AuditPosition | undefined;
}

/** Most entries that are read for one page. If few of them may be shown, a page is short and still has a next page. */
export const mostLookedAt = 10_000;
const mostAtOnce = 2_000;

/** Reads entries until a page is full, the end is reached, or the limit of reads is reached. */
export async function walkEntries({ limit, after, read, isShown }: AuditWalk): Promise<AuditWalked> {
  const shown: AuditEntry[] = [];
  let place = after;
  let step = limit + 1;
  for (let lookedAt = 0; lookedAt < mostLookedAt; lookedAt += step, step = Math.min(step * 4, mostAtOnce)) {
    const found = await read(step, place);
    shown.push(...found.filter(isShown));
    if (shown.length > limit) return { entries: shown.slice(0, limit), next: positionOf(shown[limit - 1]) };
    if (found.length < step) return { entries: shown, next: undefined };
    place = positionOf(found.at(-1));
  }
  return { entries: shown, next: place };
}

function positionOf(entry: AuditEntry | undefined): AuditPosition | undefined {
  return entry === undefined ? undefined : { createdAt: entry.createdAt, seq: entry.seq };
}
