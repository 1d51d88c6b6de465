import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { periodStart } from './billing-period.js';

const freshForMs = 2000;

interface KnownCost {
  readonly usd: number;
  readonly atMs: number;
}

/** What accounts have used in the present billing period, the calendar month in UTC. May be some seconds behind. */
@Injectable()
export class PeriodCost {
  readonly #costs = new LRUCache<string, KnownCost>({ max: 10_000 });
  readonly #reading = new Map<string, Promise<number>>();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** An older figure is answered while the new one is being read, so only the first request of an account waits. */
  of(accountId: string): number | Promise<number> {
    const known = this.#costs.get(accountId);
    if (known !== undefined && known.atMs > this.clock.now().getTime() - freshForMs) return known.usd;
    const reading = this.#read(accountId);
    if (known === undefined) return reading;
    reading.catch(() => undefined);
    return known.usd;
  }

  #read(accountId: string): Promise<number> {
    let reading = this.#reading.get(accountId);
    if (reading === undefined) {
      reading = this.#query(accountId).finally(() => this.#reading.delete(accountId));
      this.#reading.set(accountId, reading);
    }
    return reading;
  }

  async #query(accountId: string): Promise<number> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ cost: string }>({
      name: 'period_cost',
      text: 'select cost_nano_usd as cost from usage_period where account_id = $1 and month = $2',
      values: [accountId, periodStart(now).toISOString().slice(0, 10)],
    });
    const usd = Math.round(Number(rows[0]?.cost ?? 0) / 1e3) / 1e6;
    this.#costs.set(accountId, { usd, atMs: now.getTime() });
    return usd;
  }
}
