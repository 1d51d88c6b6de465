import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ModelFailureKind } from '#blocks/ports/language-models.js';
import { Clock } from '#kernel/clock.js';
import { keyOfPlace, type ProviderPlace } from './provider-place.js';

/** The circuit breaker of one provider at its origin, as this process sees it. */
export interface OriginHealth {
  /** Scheme, host and port of the provider. */
  readonly origin: string;
  /** *closed*: calls pass. *open*: calls are refused. *half-open*: one call passes, and its outcome decides. */
  readonly state: 'closed' | 'open' | 'half-open';
  /** Failures since the last success that count towards opening. */
  readonly failures: number;
  /** How many such failures in a row open the breaker. */
  readonly opensAfter: number;
  /** The last failure; null if there was none. */
  readonly lastError: {
    /** What kind of failure it was. */
    readonly kind: ModelFailureKind;
    /** When it was. */
    readonly at: string;
  } | null;
  /** When an open breaker lets the next call pass; null if it is not open. */
  readonly retryAt: string | null;
}

interface Breaker {
  failures: number;
  lastError: OriginHealth['lastError'];
  /** When the breaker opened, or when the last trial began, in ms; undefined if it is closed. */
  openSince: number | undefined;
  isOnTrial: boolean;
}

const mostPlaces = 10_000;
const opensAfter = 5;
const openForMs = 15_000;
/** Failures that say that the provider does not work. With every other kind it answered. */
const counted: ReadonlySet<ModelFailureKind> = new Set<ModelFailureKind>(['unavailable', 'overloaded', 'idle', 'cut']);

/**
 * A circuit breaker for each provider and its origin, in this process. Five failures in a row open it for 15 s. After that one call passes:
 * if it succeeds the breaker closes, if it fails the breaker opens again.
 */
@Injectable()
export class ProviderHealth {
  readonly #breakers = new LRUCache<string, Breaker>({ max: mostPlaces });

  constructor(private readonly clock: Clock) {}

  /** Whether a call may be made now. An open breaker lets one call pass every 15 s, so ask only before a call. */
  mayAsk(place: ProviderPlace): boolean {
    const breaker = this.#breakers.get(keyOfPlace(place));
    if (breaker?.openSince === undefined) return true;
    const now = this.#now();
    if (now < breaker.openSince + openForMs) return false;
    // The time of the trial is kept, so that a trial that is never reported does not keep the breaker half open.
    breaker.openSince = now;
    breaker.isOnTrial = true;
    return true;
  }

  succeeded(place: ProviderPlace): void {
    const breaker = this.#breakers.get(keyOfPlace(place));
    if (breaker !== undefined) Object.assign(breaker, closed);
  }

  failed(place: ProviderPlace, kind: ModelFailureKind): void {
    const breaker = this.#breakerOf(keyOfPlace(place));
    breaker.lastError = { kind, at: this.clock.iso() };
    if (kind === 'blocked-address') return;
    if (!counted.has(kind)) {
      Object.assign(breaker, closed);
      return;
    }
    breaker.failures += 1;
    if (breaker.isOnTrial || (breaker.failures >= opensAfter && breaker.openSince === undefined)) {
      breaker.openSince = this.#now();
      breaker.isOnTrial = false;
    }
  }

  of(place: ProviderPlace): OriginHealth {
    const { origin } = place;
    const { failures, lastError, openSince, isOnTrial } = this.#breakers.peek(keyOfPlace(place)) ?? unknown;
    const retryAt = openSince === undefined ? null : openSince + openForMs;
    const isDue = isOnTrial || (retryAt !== null && this.#now() >= retryAt);
    const state = retryAt === null ? 'closed' : isDue ? 'half-open' : 'open';
    return { origin, state, failures, opensAfter, lastError, retryAt: retryAt === null ? null : new Date(retryAt).toISOString() };
  }

  #breakerOf(key: string): Breaker {
    const found = this.#breakers.get(key);
    if (found !== undefined) return found;
    const breaker = { ...unknown };
    this.#breakers.set(key, breaker);
    return breaker;
  }

  #now(): number {
    return this.clock.now().getTime();
  }
}

const closed = { failures: 0, openSince: undefined, isOnTrial: false } as const;
const unknown: Breaker = { ...closed, lastError: null };
