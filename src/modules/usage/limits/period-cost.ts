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
  readonly #adding = new Map<string, Promise<number>>();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** An older figure is answered while the new one is being added up, so only the first request of an account waits. */
  of(accountId: string): number | Promise<number> {
    const known = this.#costs.get(accountId);
    if (known !== undefined && known.atMs > this.clock.now().getTime() - freshForMs) return known.usd;
    const adding = this.#addUp(accountId);
    if (known === undefined) return adding;
    adding.catch(() => undefined);
    return known.usd;
  }

  #addUp(accountId: string): Promise<number> {
    let adding = this.#adding.get(accountId);
    if (adding === undefined) {
      adding = this.#sum(accountId).finally(() => this.#adding.delete(accountId));
      this.#adding.set(accountId, adding);
    }
    return adding;
  }

  async #sum(accountId: string): Promise<number> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ cost: number }>({
      name: 'period_cost',
      text: 'select coalesce(sum(cost_usd), 0)::float8 as cost from usage_entry where account_id = $1 and at >= $2',
      values: [accountId, periodStart(now)],
    });
    const usd = Math.round((rows[0]?.cost ?? 0) * 1e6) / 1e6;
    this.#costs.set(accountId, { usd, atMs: now.getTime() });
    return usd;
  }
}
