import { LRUCache } from 'lru-cache';
import { growingCache } from './growing-cache.js';

interface Query<Value> {
  readonly startedAtMs: number;
  readonly answer: Promise<Value>;
}

interface Known<Value> extends Query<Value> {
  readonly value: Value;
}

export interface FreshCacheOptions<Value> {
  readonly maxEntries: number;
  /** Bounds the sum of the sizes of all entries. The size of a value is a positive integer. */
  readonly size?: { readonly max: number; readonly of: (value: Value) => number };
  /** Values that are kept separately, so that they cannot displace the others. */
  readonly separate?: { readonly maxEntries: number; readonly includes: (value: Value) => boolean };
  readonly nowMs?: () => number;
}

/** A change in another process is visible within a second: a value is fresh for this long, counted from the start of its query. */
const freshMs = 750;

/** Caches the answers to queries for 750 ms. Concurrent callers share one query. Failures are not cached. */
export class FreshCache<Value> {
  readonly #main: LRUCache<string, Known<Value>>;
  readonly #separate: LRUCache<string, Known<Value>> | undefined;
  readonly #running = new Map<string, Query<Value>>();
  readonly #options: FreshCacheOptions<Value>;
  readonly #nowMs: () => number;

  constructor(options: FreshCacheOptions<Value>) {
    const { maxEntries, size, separate, nowMs = () => performance.now() } = options;
    const sizeCalculation = ({ value }: Known<Value>): number => size?.of(value) ?? 1;
    this.#main = size === undefined ? growingCache(maxEntries) : new LRUCache({ max: maxEntries, maxSize: size.max, sizeCalculation });
    this.#separate = separate === undefined ? undefined : growingCache(separate.maxEntries);
    this.#options = options;
    this.#nowMs = nowMs;
  }

  /** Returns a fresh value without waiting, or undefined. */
  recall(key: string): Value | undefined {
    return this.#fresh(this.#known(key))?.value;
  }

  /** Returns the fresh or running answer, or starts the query. */
  get(key: string, query: () => Promise<Value>): Promise<Value> {
    const found = this.#fresh(this.#known(key)) ?? this.#fresh(this.#running.get(key));
    return (found ?? this.#start(key, query)).answer;
  }

  /** The answer of a running query still reaches its callers. It is neither cached nor shared with later callers. */
  forget(key: string): void {
    this.#running.delete(key);
    this.#main.delete(key);
    this.#separate?.delete(key);
  }

  /** Forgets every key. */
  clear(): void {
    this.#running.clear();
    this.#main.clear();
    this.#separate?.clear();
  }

  #known(key: string): Known<Value> | undefined {
    return this.#main.get(key) ?? this.#separate?.get(key);
  }

  /** The clock may be set back: a query that starts in the future is not fresh. */
  #fresh<Each extends Query<Value>>(query: Each | undefined): Each | undefined {
    if (query === undefined) return undefined;
    const ageMs = this.#nowMs() - query.startedAtMs;
    return ageMs >= 0 && ageMs < freshMs ? query : undefined;
  }

  #start(key: string, query: () => Promise<Value>): Query<Value> {
    const startedAtMs = this.#nowMs();
    const answer = query().then(
      (value) => {
        if (this.#end(key, running)) this.#keep(key, { ...running, value });
        return value;
      },
      (error: unknown) => {
        this.#end(key, running);
        throw error;
      },
    );
    const running = { startedAtMs, answer };
    this.#running.set(key, running);
    return running;
  }

  /** Returns false for a query that was forgotten or replaced by a newer one. */
  #end(key: string, query: Query<Value>): boolean {
    return this.#running.get(key) === query && this.#running.delete(key);
  }

  #keep(key: string, known: Known<Value>): void {
    const isSeparate = this.#options.separate?.includes(known.value) === true;
    const [into, outOf] = isSeparate ? [this.#separate, this.#main] : [this.#main, this.#separate];
    outOf?.delete(key);
    into?.set(key, known);
  }
}
