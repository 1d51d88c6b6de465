import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { Clock } from '#kernel/clock.js';

const WINDOW_MS = 60_000;
const ALLOWED = 60;
const LOGGED_IN_FULL = 10;
const LOGGED_ONE_IN = 100;

interface Window {
  readonly startedAtMs: number;
  failures: number;
}

/** What follows from one more failure. */
export interface Failure {
  readonly isWorthLogging: boolean;
  /** Present when this address has failed too often. */
  readonly retryAfterSeconds?: number;
}

/** Counts keys that look right and are not, per address and minute: somebody who guesses. */
@Injectable()
export class FailedKeys {
  readonly #windows = new LRUCache<string, Window>({ max: 10_000 });

  constructor(private readonly clock: Clock) {}

  record(address: string): Failure {
    const now = this.clock.now().getTime();
    const source = sourceOf(address);
    const present = this.#windows.get(source);
    const isOver = present === undefined || now - present.startedAtMs >= WINDOW_MS;
    const window = isOver ? { startedAtMs: now, failures: 0 } : present;
    if (isOver) this.#windows.set(source, window);
    window.failures += 1;
    const { failures, startedAtMs } = window;
    const isWorthLogging = failures <= LOGGED_IN_FULL || failures === ALLOWED + 1 || failures % LOGGED_ONE_IN === 0;
    return failures <= ALLOWED ? { isWorthLogging } : { isWorthLogging, retryAfterSeconds: (startedAtMs + WINDOW_MS - now) / 1000 };
  }
}

/** Whoever has an address of version 6 has the 2^64 around it too. */
function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}
