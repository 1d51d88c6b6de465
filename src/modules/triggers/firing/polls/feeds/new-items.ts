import type { FeedItem } from './read-feed.js';

const mostAtOnce = 25;
/** Names of items that are kept although the feed does not have them any more. */
const mostKnown = 500;

/** What is known of a feed. */
export interface FeedPlace {
  /** Items with an earlier date are old. ISO 8601. */
  readonly since: string;
  /** Names of the items that were delivered, oldest first. */
  readonly known: readonly string[];
}

export interface NewItems {
  /** Oldest first. */
  readonly items: readonly FeedItem[];
  /** Whether the next poll finds more. */
  readonly isMore: boolean;
}

/** The items that were not delivered yet, at most 25. */
export function newItems(all: readonly FeedItem[], { since, known }: FeedPlace): NewItems {
  const seen = new Set(known);
  const fresh = all.filter(({ id, isoDate }) => {
    const isNew = !seen.has(id) && (isoDate === null || isoDate >= since);
    seen.add(id);
    return isNew;
  });
  // Feeds begin with the newest item. The sort is stable; items without a date come first.
  const ordered = fresh.toReversed().toSorted((one, other) => compare(one.isoDate ?? '', other.isoDate ?? ''));
  return { items: ordered.slice(0, mostAtOnce), isMore: ordered.length > mostAtOnce };
}

/** The names to keep after another item: all that the feed still has, and the latest others. */
export function knownWith(known: readonly string[], id: string, all: readonly FeedItem[]): readonly string[] {
  const names = [...known, id];
  if (names.length <= mostKnown) return names;
  const present = new Set(all.map((item) => item.id));
  const oldest = names.length - mostKnown;
  return names.filter((name, index) => index >= oldest || present.has(name));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
