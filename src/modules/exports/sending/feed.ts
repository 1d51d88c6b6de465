import type { FeedEntry } from '../batch/batch.js';

export interface FeedPart {
  /** In the order of the feed; each entry is in it once. */
  readonly entries: readonly FeedEntry[];
  /** Where the next part begins. */
  readonly place: string;
  /** Whether there is more already. */
  readonly isMore: boolean;
}

export interface WaitingEntries {
  /** Beyond 10,000 not all are counted. */
  readonly entries: number;
  /** How long the oldest one has been there; 0 when there is none. */
  readonly ms: number;
}

/** Entries in an order in which none appears behind a reader. Places are texts that only the feed itself reads. */
export interface Feed {
  /** What comes after a place; null: from the first entry that is kept. Undefined: nothing yet. */
  after(place: string | null): Promise<FeedPart | undefined>;
  /** What comes after a place. */
  waiting(place: string | null): Promise<WaitingEntries>;
}
