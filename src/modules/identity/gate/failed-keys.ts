import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Clock } from '#kernel/clock.js';

const WINDOW_MS = 60_000;
const ALLOWED = 60;

/** Somebody has failed too often. */
interface TooMany {
  /** What is tolerated a minute. */
  readonly allowed: number;
  readonly resetAt: Date;
  readonly retryAfterSeconds: number;
}

interface Window {
  readonly startedAtMs: number;
  failures: number;
}

/** Counts keys that look right and are not, per address and minute: somebody who guesses. */
@Injectable()
export class FailedKeys {
  readonly #windows = new LRUCache<string, Window>({ max: 10_000 });

  constructor(private readonly clock: Clock) {}

  /** @returns when this address may try again, if it has failed too often */
  record(address: string): TooMany | undefined {
    const now = this.clock.now().getTime();
    const source = sourceOf(address);
    const present = this.#windows.get(source);
    const isOver = present === undefined || now - present.startedAtMs >= WINDOW_MS;
    const window = isOver ? { startedAtMs: now, failures: 0 } : present;
    if (isOver) this.#windows.set(source, window);
    window.failures += 1;
    if (window.failures <= ALLOWED) return undefined;
    const resetAtMs = window.startedAtMs + WINDOW_MS;
    return { allowed: ALLOWED, resetAt: new Date(resetAtMs), retryAfterSeconds: Math.max(1, Math.ceil((resetAtMs - now) / 1000)) };
  }
}

/** Whoever has an address of version 6 has the 2^64 around it too. */
function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}
