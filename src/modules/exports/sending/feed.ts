import type { FeedEntry } from '../batch/batch.js';

export interface FeedPart {
  /** In the order of the feed; each entry is in it once. */
  readonly entries: readonly FeedEntry[];
  /** The place where the next part begins. */
  readonly place: string;
  /** Whether more entries are ready. */
  readonly isMore: boolean;
}

export interface WaitingEntries {
  /** Counted up to 10,000. */
  readonly entries: number;
  /** The age of the oldest entry; 0 without entries. */
  readonly ms: number;
}

/** Entries in an order in which no entry appears before the place of a reader. Places are texts that only the feed interprets. */
export interface Feed {
  /** The entries after a place; null: from the first entry that is kept. @returns undefined without entries */
  after(place: string | null): Promise<FeedPart | undefined>;
  /** The number and the age of the entries after a place. */
  waiting(place: string | null): Promise<WaitingEntries>;
}
