import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isApiKey } from '#infrastructure/secrets/api-key-format.js';
import { KeyDigest } from '#infrastructure/secrets/key-digest.js';
import { KeyLookup } from './key-lookup.js';

/** What the configuration accepts as the value of the first key. Nothing longer is ever hashed. */
const CHOSEN_KEY = /^sk-sluice-[A-Za-z0-9_-]{32,200}$/;

/** Tells keys that can be ours from what is not worth a look into the database. */
@Injectable()
export class PresentedKeys implements OnModuleInit {
  #withoutChecksum: ReadonlySet<string> = new Set();
  /** A digest costs more than everything else that is done for a known key. */
  readonly #digests = new LRUCache<string, string>({ max: 1000 });

  constructor(
    private readonly keyDigest: KeyDigest,
    private readonly lookup: KeyLookup,
  ) {}

  onModuleInit(): Promise<void> {
    return this.learn();
  }

  /** Learns the keys that operators chose themselves; to be called again when one was stored. */
  async learn(): Promise<void> {
    this.#withoutChecksum = new Set(await this.lookup.withoutChecksum());
  }

  /** What to look a key up by; undefined for what cannot be a key of ours. */
  digest(key: string): string | undefined {
    const known = this.#digests.get(key);
    if (known !== undefined) return known;
    const digest = this.#digest(key);
    if (digest !== undefined) this.#digests.set(key, digest);
    return digest;
  }

  #digest(key: string): string | undefined {
    if (isApiKey(key)) return this.keyDigest.digest(key);
    if (this.#withoutChecksum.size === 0 || !CHOSEN_KEY.test(key)) return undefined;
    const digest = this.keyDigest.digest(key);
    return this.#withoutChecksum.has(digest) ? digest : undefined;
  }
}
