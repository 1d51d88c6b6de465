import type { DraftChange } from './draft-change.js';

/** A person who has changed a draft. */
export interface DraftAuthor {
  /** Id of the user; null when it is not known. */
  readonly userId: string | null;
  /** Name of the user; null when it is not known. */
  readonly name: string | null;
  /** Number of changes. */
  readonly edits: number;
  /** When the last of them was made. */
  readonly lastAt: string;
}

/** The authors of changes, which are in their order; the author of the last one comes first. */
export function editsOf(changes: readonly DraftChange[]): readonly DraftAuthor[] {
  const authors = Map.groupBy(changes.toReversed(), ({ userId }) => userId);
  return [...authors].flatMap(([userId, own]) => {
    const [last] = own;
    return last === undefined ? [] : [{ userId, name: last.userName, edits: own.length, lastAt: last.at }];
  });
}
