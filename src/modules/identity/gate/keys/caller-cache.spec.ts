import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore, type AppendListener } from '#ledger/events/event-store.js';
import { SignalCarrier } from '#ledger/signals/carriers/signal-carrier.js';
import { Changes } from '#ledger/projections/changes.js';
import { Signals } from '#ledger/signals/signals.js';
import { ApiKeyCaller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { NewEvent } from '#kernel/event.js';
import { ApiKeyRevoked } from '../../domain/keys/api-key.events.js';
import { CallerCache } from './caller-cache.js';
import type { PresentedKey } from '#host/secrets/key-digest.js';
import { KeyLookup } from './key-lookup.js';
import type { KeyVerdict } from './key-verdict.js';

class SettableClock extends Clock {
  ms = 1_000_000;
  now(): Date {
    return new Date(this.ms);
  }
}

class SilentStore extends EventStore {
  readonly listeners = new Set<AppendListener>();
  append(): Promise<void> {
    return Promise.resolve();
  }
  read(): Promise<[]> {
    return Promise.resolve([]);
  }
  grown(): Promise<[]> {
    return Promise.resolve([]);
  }
  onAppended(listener: AppendListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  happened(event: NewEvent): void {
    const streams = [{ streamId: 's', lifetime: 'ledger', workspaceId: null, expected: 0, events: [event], meta: {} }] as const;
    for (const listener of this.listeners) listener(streams);
  }
}

/** A process that is alone. */
class NoCarrier extends SignalCarrier {
  readonly state = { server: 'none', hopMs: undefined, losses: 0, sent: { server: 0, postgres: 0 } } as const;
  readonly connection = undefined;
  async start(): Promise<void> {}
  async carry(): Promise<void> {}
  stop(): void {}
  tellFollowers(): void {}
  follow(): () => void {
    return () => undefined;
  }
}

/** Answers when the test says so. */
class SlowLookup extends KeyLookup {
  readonly questions: { digest: string; answer: (verdict: KeyVerdict) => void; fail: (error: Error) => void }[] = [];
  constructor() {
    super(undefined as never, undefined as never);
  }
  override find({ digest }: PresentedKey): Promise<KeyVerdict> {
    return new Promise((answer, fail) => this.questions.push({ digest, answer, fail }));
  }
}

const account = { userId: 'u', organizationId: null, plan: null };
const nothing = { organizations: new Map(), workspaces: new Map() };
const caller = new ApiKeyCaller({
  userId: 'u',
  keyId: 'k',
  keyKind: 'personal',
  workspaceId: null,
  scope: 'admin',
  isOperator: false,
  account,
  ...nothing,
});
const valid: KeyVerdict = { caller, inAreas: new Map(), expiresAtMs: Infinity, admitsFrom: () => true };
const unknown: KeyVerdict = { refusal: 'unknown' };

let clock: SettableClock;
let store: SilentStore;
let lookup: SlowLookup;
let cache: CallerCache;

const find = (digest: string): Promise<KeyVerdict> => cache.find({ digest, formerDigests: [] });

beforeEach(() => {
  clock = new SettableClock();
  store = new SilentStore();
  lookup = new SlowLookup();
  cache = new CallerCache(lookup, clock, new Changes(store, new Signals(new NoCarrier())));
});

describe('what is known of a key', () => {
  it('is asked for once by all who ask at the same time', async () => {
    const answers = [find('d'), find('d'), find('d')];
    lookup.questions[0]?.answer(valid);
    expect(await Promise.all(answers)).toEqual([valid, valid, valid]);
    expect(lookup.questions).toHaveLength(1);
  });

  it.each([
    ['admitted', valid],
    ['refused', unknown],
  ])('counts for 750 ms from the question on: %s', async (_, verdict) => {
    const answer = find('d');
    clock.ms += 700;
    lookup.questions[0]?.answer(verdict);
    await answer;
    clock.ms += 49;
    expect(cache.recall('d')).toBe(verdict);
    clock.ms += 1;
    expect(cache.recall('d')).toBeUndefined();
  });

  it('does not count when the clock was set back', async () => {
    const answer = find('d');
    lookup.questions[0]?.answer(valid);
    await answer;
    clock.ms -= 10_000;
    expect(cache.recall('d')).toBeUndefined();
  });

  it('is forgotten when this process changes anything about keys, users, workspaces or organizations', async () => {
    const answer = find('d');
    lookup.questions[0]?.answer(valid);
    await answer;
    store.happened({ type: 'workflow.renamed', version: 1, payload: {} });
    expect(cache.recall('d')).toBe(valid);
    store.happened(ApiKeyRevoked({}));
    expect(cache.recall('d')).toBeUndefined();
  });

  it('is not remembered, nor shared with later callers, when something changed while it was asked for', async () => {
    const before = find('d');
    store.happened(ApiKeyRevoked({}));
    const after = find('d');
    lookup.questions[0]?.answer(valid);
    expect(await before).toBe(valid);
    expect(cache.recall('d')).toBeUndefined();
    lookup.questions[1]?.answer({ refusal: 'revoked' });
    expect(await after).toEqual({ refusal: 'revoked' });
  });

  it('is asked for again after a failure', async () => {
    const answer = find('d');
    lookup.questions[0]?.fail(new Error('no database'));
    await expect(answer).rejects.toThrow('no database');
    void find('d');
    expect(lookup.questions).toHaveLength(2);
  });

  it('is not pushed out by guesses', async () => {
    const answer = find('mine');
    lookup.questions[0]?.answer(valid);
    await answer;
    for (let guess = 0; guess < 3000; guess += 1) {
      const refused = find(`guess-${guess}`);
      lookup.questions.at(-1)?.answer(unknown);
      await refused;
    }
    expect(cache.recall('mine')).toBe(valid);
    expect(cache.recall('guess-0')).toBeUndefined();
  });

  it('hears no changes after the end of the application', async () => {
    const answer = find('d');
    lookup.questions[0]?.answer(valid);
    await answer;
    cache.onModuleDestroy();
    store.happened(ApiKeyRevoked({}));
    expect(cache.recall('d')).toBe(valid);
  });
});
