import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { growingCache } from '#host/caches/growing-cache.js';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';

const longestPrecisionMs = 10 * 60_000;
const writtenAfterMs = 1000;

/** Remembers when sessions were used: one that rests for too long ends. The rows are written later, many at once. */
@Injectable()
export class SessionUses implements BeforeApplicationShutdown {
  readonly #notedAtMs = growingCache<number>(10_000);
  /** A session that is used all the time costs one write in this time, over all processes. */
  readonly #precisionMs: number;
  #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
    { sessionIdleMs }: Config,
  ) {
    this.#precisionMs = Math.min(longestPrecisionMs, sessionIdleMs / 4);
  }

  note(sessionId: string, atMs: number): void {
    const notedAtMs = this.#notedAtMs.get(sessionId);
    if (notedAtMs !== undefined && atMs - notedAtMs < this.#precisionMs) return;
    this.#notedAtMs.set(sessionId, atMs);
    this.#pending.add(sessionId);
    this.#timer ??= setTimeout(() => void this.write(), writtenAfterMs).unref();
  }

  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const used = [...this.#pending];
    this.#pending = new Set();
    if (used.length === 0) return;
    try {
      await this.pool.query({ text: 'update session_secret set last_seen_at = now() where session_id = any ($1)', values: [used] });
    } catch (error) {
      for (const sessionId of used) this.#notedAtMs.delete(sessionId);
      this.logger.warn({ err: error }, 'When sessions were used last could not be written');
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }
}
