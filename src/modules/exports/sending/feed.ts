import type { FeedEntry } from '../batch/batch.js';

export interface FeedPart {
  /** In the order of the feed; each entry is in it once. */
  readonly entries: readonly FeedEntry[];
  /** Where the next part begins. */
  readonly place: string;
  /** Whether there is more already. */
  readonly isMore: boolean;
}

/** Entries in an order in which none appears behind a reader. Places are texts that only the feed itself reads. */
export interface Feed {
  /** What comes after a place; null: from the first entry that is kept. Undefined: nothing yet. */
  after(place: string | null): Promise<FeedPart | undefined>;
  /** How long the oldest entry has been there that comes after a place; 0 when there is none. */
  waitingMs(place: string | null): Promise<number>;
}
