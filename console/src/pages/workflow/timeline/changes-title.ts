import type { HistoryEntry } from '../../../api/draft-history.js';

const mostLabels = 2;

/** What the changes were, by the labels that the editor has given them. */
export function changesTitle({ kind, labels, edits }: Pick<HistoryEntry, 'kind' | 'labels' | 'edits'>): string {
  if (labels.length === 0) return kind === 'replaced' ? 'The whole draft was saved' : countOf(edits, 'change');
  const more = labels.length - mostLabels;
  const last = labels.slice(-mostLabels).join(', ');
  return more > 0 ? `${last}, and ${more} more` : last;
}

function countOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
