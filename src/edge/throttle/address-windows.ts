import { growingCache } from '#host/caches/growing-cache.js';
import { clientOf } from '#edge/request/client-address.js';

/** An address that has used up its window. */
export interface WindowExceeded {
  /** How many attempts a window allows. */
  readonly allowed: number;
  readonly resetAt: Date;
  readonly retryAfterSeconds: number;
}

interface Window {
  readonly startedAtMs: number;
  attempts: number;
}

const mostAddresses = 10_000;

/**
 * A fixed window for each client address, for requests without an account: wrong API keys and wrong resume links. The counts are those of this
 * process; with n processes an address has up to n times the attempts.
 */
export class AddressWindows {
  readonly #windows = growingCache<Window>(mostAddresses);

  constructor(private readonly options: { readonly allowed: number; readonly windowMs: number; readonly nowMs: () => number }) {}

  /** Counts an attempt. Attempts at different things have different windows. @returns undefined while the window allows it */
  record(address: string, thing = ''): WindowExceeded | undefined {
    const { allowed, windowMs, nowMs } = this.options;
    const now = nowMs();
    const window = this.#window(keyOf(address, thing), now);
    window.attempts += 1;
    if (window.attempts <= allowed) return undefined;
    const resetAtMs = window.startedAtMs + windowMs;
    return { allowed, resetAt: new Date(resetAtMs), retryAfterSeconds: Math.max(1, Math.ceil((resetAtMs - now) / 1000)) };
  }

  /** Takes an attempt back that was no guess. */
  forgive(address: string, thing = ''): void {
    const window = this.#windows.get(keyOf(address, thing));
    if (window !== undefined && window.attempts > 0) window.attempts -= 1;
  }

  #window(client: string, now: number): Window {
    const present = this.#windows.get(client);
    if (present !== undefined && now - present.startedAtMs < this.options.windowMs) return present;
    const window = { startedAtMs: now, attempts: 0 };
    this.#windows.set(client, window);
    return window;
  }
}

function keyOf(address: string, thing: string): string {
  const client = clientOf(address);
  return thing === '' ? client : `${thing} ${client}`;
}
