import { LRUCache } from 'lru-cache';

/**
 * A cache that forgets the least recently used values beyond so many. Its memory grows with the values that it has: `max` of the library
 * takes memory for all of them at once, 220 KB for 10,000, and an idle server has a dozen of such caches.
 */
export function growingCache<Value extends object | string | number | boolean>(maxEntries: number): LRUCache<string, Value> {
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });
}
