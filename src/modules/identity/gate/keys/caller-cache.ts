import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Changes } from '#ledger/projections/changes.js';
import { Clock } from '#kernel/clock.js';
import { FreshCache } from '#host/caches/fresh-cache.js';
import type { PresentedKey } from '#host/secrets/key-digest.js';
import { decisiveEvents } from '../decisive-events.js';
import { KeyLookup } from './key-lookup.js';
import type { KeyVerdict } from './key-verdict.js';

/** Caches the verdicts on keys by the digest of the key. Changes of this process take effect at once. */
@Injectable()
export class CallerCache implements OnModuleDestroy {
  readonly #verdicts: FreshCache<KeyVerdict>;
  readonly #stopListening: () => void;

  constructor(
    private readonly lookup: KeyLookup,
    clock: Clock,
    changes: Changes,
  ) {
    this.#verdicts = new FreshCache({
      maxEntries: 10_000,
      // Guesses cannot displace valid keys.
      separate: { maxEntries: 1_000, includes: (verdict) => 'refusal' in verdict },
      nowMs: () => clock.now().getTime(),
    });
    this.#stopListening = changes.on(decisiveEvents, () => this.#verdicts.clear());
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** Returns a cached verdict without waiting, or undefined. */
  recall(digest: string): KeyVerdict | undefined {
    return this.#verdicts.recall(digest);
  }

  find(key: PresentedKey): Promise<KeyVerdict> {
    return this.#verdicts.get(key.digest, () => this.lookup.find(key));
  }
}
