import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isApiKey } from '#host/secrets/api-key-format.js';
import { KeyDigest, type PresentedKey } from '#host/secrets/key-digest.js';
import { KeyLookup } from './key-lookup.js';

/** What the configuration accepts as the value of the first key. Nothing longer is ever hashed. */
const chosenKey = /^sk-sluice-[A-Za-z0-9_-]{32,200}$/;

/** Tells keys that can be ours from what is not worth a look into the database. */
@Injectable()
export class PresentedKeys implements OnModuleInit {
  #withoutChecksum: ReadonlySet<string> = new Set();
  /** A digest costs more than everything else that is done for a known key. */
  readonly #known = new LRUCache<string, PresentedKey>({ max: 1000 });

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
  read(key: string): PresentedKey | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const read = this.#read(key);
    if (read !== undefined) this.#known.set(key, read);
    return read;
  }

  #read(key: string): PresentedKey | undefined {
    if (isApiKey(key)) return this.#digests(key);
    if (this.#withoutChecksum.size === 0 || !chosenKey.test(key)) return undefined;
    const digests = this.#digests(key);
    return [digests.digest, ...digests.formerDigests].some((digest) => this.#withoutChecksum.has(digest)) ? digests : undefined;
  }

  #digests(key: string): PresentedKey {
    return { digest: this.keyDigest.digest(key), formerDigests: this.keyDigest.formerDigests(key) };
  }
}
