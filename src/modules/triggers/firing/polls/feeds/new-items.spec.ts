import { describe, expect, it } from '@jest/globals';
import { knownWith, newItems } from './new-items.js';
import type { FeedItem } from './read-feed.js';

const item = (id: string, isoDate: string | null = null): FeedItem => ({ id, isoDate, item: {} });
const since = '2026-11-23T12:00:00.000Z';
const at = (minute: number): string => `2026-11-23T12:${String(minute).padStart(2, '0')}:00.000Z`;

describe('the new items of a feed', () => {
  it('are those without a date and those since the registration, oldest first', () => {
    const all = [item('c', at(2)), item('none'), item('b', at(1)), item('old', '2026-11-23T11:59:59.999Z')];
    const { items } = newItems(all, { since, known: [] });
    expect(items.map(({ id }) => id)).toEqual(['none', 'b', 'c']);
  });

  it('are not those that were delivered, nor an item a second time', () => {
    expect(newItems([item('a'), item('b'), item('b')], { since, known: ['a'] }).items.map(({ id }) => id)).toEqual(['b']);
  });

  it('are at most 25, the oldest ones; the next poll takes the rest', () => {
    const all = Array.from({ length: 30 }, (_each, index) => item(`i${30 - index}`, at(30 - index)));
    const first = newItems(all, { since, known: [] });
    expect([first.items.length, first.items[0]?.id, first.isMore]).toEqual([25, 'i1', true]);
    const rest = newItems(all, { since, known: first.items.map(({ id }) => id) });
    expect([rest.items.map(({ id }) => id), rest.isMore]).toEqual([['i26', 'i27', 'i28', 'i29', 'i30'], false]);
  });
});

describe('the names of delivered items', () => {
  it('are kept while the feed has the item, and the latest 500 beyond that', () => {
    const known = Array.from({ length: 500 }, (_each, index) => `i${index}`);
    expect(knownWith(known, 'new', [item('i0')])).toHaveLength(501);
    const pruned = knownWith(known, 'new', []);
    expect([pruned.length, pruned[0], pruned.at(-1)]).toEqual([500, 'i1', 'new']);
  });
});
