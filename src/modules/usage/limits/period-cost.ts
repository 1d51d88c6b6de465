import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';

const freshForMs = 2000;

/** What accounts have used in the present billing period, the calendar month in UTC. May be some seconds behind. */
@Injectable()
export class PeriodCost {
  readonly #costs: LRUCache<string, number>;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {
    // An older figure is answered while the new one is being added up, so only the first request of an account waits.
    this.#costs = new LRUCache({ max: 10_000, ttl: freshForMs, allowStale: true, fetchMethod: (accountId) => this.#sum(accountId) });
  }

  async of(accountId: string): Promise<number> {
    return (await this.#costs.fetch(accountId)) ?? 0;
  }

  async #sum(accountId: string): Promise<number> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ cost: number }>({
      name: 'period_cost',
      text: 'select coalesce(sum(cost_usd), 0)::float8 as cost from usage_entry where account_id = $1 and at >= $2',
      values: [accountId, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))],
    });
    return Math.round((rows[0]?.cost ?? 0) * 1e6) / 1e6;
  }
}
