import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EventStore } from '#ledger/events/event-store.js';
import { Clock } from '#kernel/clock.js';
import { apiKeyEvents } from '../domain/keys/api-key.events.js';
import { organizationEvents } from '../domain/organizations/organization.events.js';
import { userEvents } from '../domain/users/user.events.js';
import { workspaceEvents } from '../domain/workspaces/workspace.events.js';
import type { PresentedKey } from '#host/secrets/key-digest.js';
import { KeyLookup } from './key-lookup.js';
import type { KeyVerdict } from './key-verdict.js';

/** What is revoked in another process ends here within a second: this long a verdict counts, from before it was looked up. */
const MAX_AGE_MS = 750;
const decisive = new Set<string>([...apiKeyEvents, ...organizationEvents, ...userEvents, ...workspaceEvents].map(({ type }) => type));

interface Entry {
  readonly verdict: KeyVerdict;
  readonly askedAtMs: number;
}

/** Remembers for a moment what a digest of a key means. Changes that this process makes itself count at once. */
@Injectable()
export class CallerCache implements OnModuleDestroy {
  // Refusals have their own room, so that guesses cannot push out those who work.
  readonly #admitted = new LRUCache<string, Entry>({ max: 10_000 });
  readonly #refused = new LRUCache<string, Entry>({ max: 1_000 });
  #underWay = new Map<string, Promise<KeyVerdict>>();
  readonly #stopListening: () => void;

  constructor(
    private readonly lookup: KeyLookup,
    private readonly clock: Clock,
    store: EventStore,
  ) {
    this.#stopListening = store.onAppended((streams) => {
      if (streams.some(({ events }) => events.some(({ type }) => decisive.has(type)))) this.#clear();
    });
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** What is known already, without waiting. */
  recall(digest: string): KeyVerdict | undefined {
    const entry = this.#admitted.get(digest) ?? this.#refused.get(digest);
    if (entry === undefined) return undefined;
    const ageMs = this.clock.now().getTime() - entry.askedAtMs;
    return ageMs >= 0 && ageMs < MAX_AGE_MS ? entry.verdict : undefined;
  }

  /** Asks the database, once for all who want to know the same at the same time. */
  find(key: PresentedKey): Promise<KeyVerdict> {
    const { digest } = key;
    const before = this.#underWay.get(digest);
    if (before !== undefined) return before;
    const underWay = this.#underWay;
    const answer = this.#ask(key, underWay).finally(() => underWay.delete(digest));
    underWay.set(digest, answer);
    return answer;
  }

  async #ask(key: PresentedKey, generation: unknown): Promise<KeyVerdict> {
    const askedAtMs = this.clock.now().getTime();
    const verdict = await this.lookup.find(key);
    // Something changed meanwhile: good enough for those who asked before, not for those who come now.
    if (generation === this.#underWay) this.#remember(key.digest, { verdict, askedAtMs });
    return verdict;
  }

  #remember(digest: string, entry: Entry): void {
    const [into, outOf] = 'caller' in entry.verdict ? [this.#admitted, this.#refused] : [this.#refused, this.#admitted];
    outOf.delete(digest);
    into.set(digest, entry);
  }

  #clear(): void {
    this.#admitted.clear();
    this.#refused.clear();
    this.#underWay = new Map();
  }
}
