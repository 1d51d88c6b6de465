import type { DraftChange } from './draft-change.js';

/** A deployment, a roll back or the end of a deployment between the changes of a draft. */
export interface DraftDeployment {
  readonly kind: 'deployed' | 'activated' | 'undeployed';
  /** Its place among the revisions. */
  readonly position: number;
  /** Null when no version is active any more. */
  readonly version: number | null;
  readonly name: string | null;
  readonly description: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly at: string;
}

/** Changes of one person that followed each other, or what became of versions. */
export interface HistoryEntry {
  /**
   * *edits*: changes of parts. *replaced*: the whole draft was saved, imported or restored. *deployed*: the draft became a version. *activated*: an earlier version
   * became the active one. *undeployed*: no version is active any more.
   */
  readonly kind: 'edits' | 'replaced' | 'deployed' | 'activated' | 'undeployed';
  /** The revision before the first change: the draft as it was. For versions the place among the revisions. */
  readonly from: number;
  /** The revision after the last change. For versions the place among the revisions. */
  readonly to: number;
  /** Number of changes. */
  readonly edits: number;
  /** The different labels of the changes, the last ones, at most ten; the name of a version. */
  readonly labels: readonly string[];
  /** Number of the version; null for changes. */
  readonly version: number | null;
  /** Description of the version; null for changes and without one. */
  readonly description: string | null;
  /** Id of the user; null when it is not known. */
  readonly userId: string | null;
  /** Name of the user; null when it is not known. */
  readonly userName: string | null;
  /** When the first of them happened. */
  readonly startedAt: string;
  /** When the last of them happened. */
  readonly endedAt: string;
}

/** Changes of one person with a longer pause between them are separate entries, in ms. */
const longestPauseMs = 5 * 60_000;
const mostLabels = 10;

/** The changes of a draft in groups, newest first. Both lists are in their order. */
export function historyOf(changes: readonly DraftChange[], deployments: readonly DraftDeployment[]): readonly HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  const all = [...changes.map(entryOfChange), ...deployments.map(entryOfDeployment)].toSorted((one, other) => one.to - other.to);
  for (const next of all) {
    const last = entries.at(-1);
    if (last === undefined || !isSameWork(last, next)) entries.push(next);
    else entries[entries.length - 1] = joined(last, next);
  }
  return entries.toReversed();
}

function entryOfChange({ revision, operations, label, userId, userName, at }: DraftChange): HistoryEntry {
  const kind = operations === null ? 'replaced' : 'edits';
  const labels = label === null ? [] : [label];
  const none = { version: null, description: null };
  return { kind, from: revision - 1, to: revision, edits: 1, labels, ...none, userId, userName, startedAt: at, endedAt: at };
}

function entryOfDeployment({ position, name, at, ...known }: DraftDeployment): HistoryEntry {
  const labels = name === null ? [] : [name];
  return { ...known, from: position, to: position, edits: 0, labels, startedAt: at, endedAt: at };
}

function isSameWork(last: HistoryEntry, next: HistoryEntry): boolean {
  if (last.kind !== 'edits' || next.kind !== 'edits' || last.userId !== next.userId) return false;
  return Date.parse(next.startedAt) - Date.parse(last.endedAt) < longestPauseMs;
}

function joined(last: HistoryEntry, next: HistoryEntry): HistoryEntry {
  const labels = [...new Set([...last.labels, ...next.labels])].slice(-mostLabels);
  return { ...last, to: next.to, edits: last.edits + next.edits, labels, endedAt: next.endedAt };
}
