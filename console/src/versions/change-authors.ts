import type { HistoryEntry } from '@sluice/client';

/** A person who has changed a draft. */
export interface ChangeAuthor {
  readonly userId: string | null;
  readonly userName: string | null;
  /** Number of changes. */
  readonly edits: number;
}

/** The authors of entries, which are newest first: the author of the last change comes first. Deployments change nothing. */
export function authorsOf(entries: readonly HistoryEntry[]): readonly ChangeAuthor[] {
  const authors = new Map<string | null, ChangeAuthor>();
  for (const { userId, userName, edits } of entries) {
    if (edits === 0) continue;
    const known = authors.get(userId);
    authors.set(userId, { userId, userName, edits: edits + (known?.edits ?? 0) });
  }
  return [...authors.values()];
}
