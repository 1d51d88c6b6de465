import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { OrganizationPlans } from '#modules/identity/index.js';
import { periodStart } from './billing-period.js';

const freshForMs = 2000;
/** An older figure is not used: the caller waits for the new one. */
const usableForMs = 5000;

export interface PeriodUse {
  readonly usd: number;
  /** The number of members of the account, for plans with a limit per member. */
  readonly seats: number;
}

interface KnownUse extends PeriodUse {
  readonly month: string;
  readonly atMs: number;
}

/** The cost of accounts in the present billing period, the calendar month in UTC. It may lag behind the totals by five seconds. */
@Injectable()
export class PeriodCost {
  readonly #uses = new LRUCache<string, KnownUse>({ max: 10_000 });
  readonly #reading = new Map<string, Promise<PeriodUse>>();

  constructor(
    private readonly pool: Pool,
    private readonly organizations: OrganizationPlans,
    private readonly clock: Clock,
  ) {}

  /** A recent figure is returned while the next one is being read, so that callers under load do not wait. */
  of(accountId: string): PeriodUse | Promise<PeriodUse> {
    const now = this.clock.now();
    const month = monthOf(now);
    const known = this.#uses.get(accountId);
    const ageMs = now.getTime() - (known?.atMs ?? Number.NEGATIVE_INFINITY);
    // The age is negative after the clock was set back.
    const isUsable = known?.month === month && ageMs >= 0 && ageMs < usableForMs;
    if (isUsable && ageMs < freshForMs) return known;
    const reading = this.#read(accountId, month);
    if (!isUsable) return reading;
    reading.catch(() => undefined);
    return known;
  }

  #read(accountId: string, month: string): Promise<PeriodUse> {
    const key = `${accountId}:${month}`;
    let reading = this.#reading.get(key);
    if (reading === undefined) {
      reading = this.#query(accountId, month).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  async #query(accountId: string, month: string): Promise<PeriodUse> {
    const atMs = this.clock.now().getTime();
    const [usd, seats] = await Promise.all([this.#usd(accountId, month), this.organizations.seats(accountId)]);
    this.#uses.set(accountId, { month, usd, seats, atMs });
    return { usd, seats };
  }

  async #usd(accountId: string, month: string): Promise<number> {
    const { rows } = await this.pool.query<{ cost: string }>({
      name: 'period_cost',
      text: 'select cost_nano_usd as cost from usage_period where account_id = $1 and month = $2',
      values: [accountId, month],
    });
    return Math.round(Number(rows[0]?.cost ?? 0) / 1e3) / 1e6;
  }
}

/** The first day of the period. */
function monthOf(now: Date): string {
  return periodStart(now).toISOString().slice(0, 10);
}
