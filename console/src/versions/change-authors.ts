import type { HistoryEntry } from '@sluice/client';

/** A person who has changed a draft. */
export interface ChangeAuthor {
  readonly userId: string | null;
  readonly userName: string | null;
  /** Number of changes. */
  readonly edits: number;
}

/**
 * The authors of entries, which are newest first: the author of the last change comes first. Deployments change nothing.
 * @param revision changes after it do not count
 */
export function authorsOf(entries: readonly HistoryEntry[], revision: number): readonly ChangeAuthor[] {
  const authors = new Map<string | null, ChangeAuthor>();
  for (const entry of entries) {
    const { userId, userName, from, to } = entry;
    if (entry.edits === 0 || from >= revision) continue;
    const edits = to <= revision ? entry.edits : Math.min(entry.edits, revision - from);
    const known = authors.get(userId);
    authors.set(userId, { userId, userName, edits: edits + (known?.edits ?? 0) });
  }
  return [...authors.values()];
}
