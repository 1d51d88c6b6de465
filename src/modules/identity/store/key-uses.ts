import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { growingCache } from '#host/caches/growing-cache.js';
import { Pool } from 'pg';
import { Logger } from '#host/logging/logger.js';

/** A key that is used all the time costs one write in this time, over all processes. */
const precisionMs = 10 * 60_000;
const writtenAfterMs = 1000;

/** Remembers when keys were used. Noting costs a request nothing but a look into a map; the rows are written later, many at once. */
@Injectable()
export class KeyUses implements BeforeApplicationShutdown {
  readonly #notedAtMs = growingCache<number>(10_000);
  #pending = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
  ) {}

  note(keyId: string, atMs: number): void {
    const notedAtMs = this.#notedAtMs.get(keyId);
    if (notedAtMs !== undefined && atMs - notedAtMs < precisionMs) return;
    this.#notedAtMs.set(keyId, atMs);
    this.#pending.set(keyId, atMs);
    this.#timer ??= setTimeout(() => void this.write(), writtenAfterMs).unref();
  }

  /** Writes what is noted. What cannot be written now is noted again at the next use. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#pending;
    this.#pending = new Map();
    if (uses.size === 0) return;
    try {
      await this.pool.query({
        text: `insert into api_key_use (key_id, last_used_at) select * from unnest($1::uuid[], $2::timestamptz[])
               on conflict (key_id) do update set last_used_at = excluded.last_used_at
               where api_key_use.last_used_at <= excluded.last_used_at - interval '10 minutes'`,
        values: [[...uses.keys()], [...uses.values()].map((atMs) => new Date(atMs))],
      });
    } catch (error) {
      for (const keyId of uses.keys()) this.#notedAtMs.delete(keyId);
      this.logger.warn({ err: error }, 'When keys were used last could not be written');
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }

  /** ISO 8601, by the id of the key; absent for keys that were never used. */
  async of(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ key_id: string; last_used_at: Date }>({
      name: 'find_key_uses',
      text: 'select key_id, last_used_at from api_key_use where key_id = any ($1)',
      values: [keyIds],
    });
    return new Map(rows.map(({ key_id: keyId, last_used_at: at }) => [keyId, at.toISOString()]));
  }
}
