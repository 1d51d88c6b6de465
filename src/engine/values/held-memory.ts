import { deepestJson, jsonSize, noteJsonSize, type Json } from '#kernel/json.js';

/** Size of a value in bytes of JSON, limited to `limit` as `jsonSize` does. A complete measurement is kept for `HeldMemory`. */
export function measure(value: Json | undefined, limit: number): number {
  const bytes = jsonSize(value, limit);
  if (bytes <= limit) noteJsonSize(value, bytes, deepestJson);
  return bytes;
}

/**
 * About how many bytes of data one workflow of a run holds, and with it the whole run: what blocks put out, results of loops that are
 * under way, variables and inputs of called workflows. Data in several places counts in each.
 */
export class HeldMemory {
  readonly #parts = new Map<string, number>();
  readonly #run: { total: number };
  #own = 0;

  constructor(caller?: HeldMemory) {
    this.#run = caller === undefined ? { total: 0 } : caller.#run;
  }

  /** Of the whole run. */
  get total(): number {
    return this.#run.total;
  }

  /** Holds a value under a key, instead of the former one. */
  keep(key: string, value: Json): void {
    this.#set(key, jsonSize(value, Number.MAX_SAFE_INTEGER));
  }

  /** Holds a value under a key, beside the former ones. */
  add(key: string, value: Json): void {
    this.#set(key, (this.#parts.get(key) ?? 0) + jsonSize(value, Number.MAX_SAFE_INTEGER));
  }

  drop(key: string): void {
    if (!this.#parts.has(key)) return;
    this.#set(key, 0);
    this.#parts.delete(key);
  }

  /** The workflow has ended: nothing of it is held any more. */
  end(): void {
    this.#run.total -= this.#own;
    this.#own = 0;
    this.#parts.clear();
  }

  #set(key: string, bytes: number): void {
    const change = bytes - (this.#parts.get(key) ?? 0);
    this.#parts.set(key, bytes);
    this.#own += change;
    this.#run.total += change;
  }
}
