import { Injectable } from '@nestjs/common';
import { growingCache } from '#host/caches/growing-cache.js';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { OrganizationPlans } from '#modules/identity/index.js';

const freshForMs = 2000;
/** An older figure is not used: the caller waits for the new one. */
const usableForMs = 5000;

export interface PeriodUse {
  readonly usd: number;
  /** The same amount, without rounding. */
  readonly nanoUsd: number;
  /** The plan of the account; null for an account that was given none. */
  readonly plan: string | null;
  /** The number of members of the account, for plans with a limit per member. */
  readonly seats: number;
}

interface KnownUse extends PeriodUse {
  readonly month: string;
  readonly atMs: number;
  /** The number of its query: a query that began later replaces it. */
  readonly query: number;
}

/** The cost of accounts in the present billing period, the calendar month in UTC. It may lag behind the totals by five seconds. */
@Injectable()
export class PeriodCost {
  readonly #uses = growingCache<KnownUse>(10_000);
  readonly #reading = new Map<string, Promise<PeriodUse>>();
  #queries = 0;

  constructor(
    private readonly pool: Pool,
    private readonly organizations: OrganizationPlans,
    private readonly clock: Clock,
  ) {}

  /** A recent figure is returned while the next one is being read, so that callers under load do not wait. */
  of(accountId: string): PeriodUse | Promise<PeriodUse> {
    const now = this.clock.now();
    const month = monthOf(this.clock.iso());
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

  /** The figure of this moment. It replaces the known one. */
  read(accountId: string): Promise<PeriodUse> {
    return this.#query(accountId, monthOf(this.clock.iso()));
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
    const query = (this.#queries += 1);
    const [nanoUsd, seats, plan] = await Promise.all([
      this.#nanoUsd(accountId, month),
      this.organizations.seats(accountId),
      this.organizations.of(accountId),
    ]);
    const use = { month, usd: Math.round(nanoUsd / 1e3) / 1e6, nanoUsd, seats, plan, atMs, query };
    if (query > (this.#uses.get(accountId)?.query ?? 0)) this.#uses.set(accountId, use);
    return use;
  }

  async #nanoUsd(accountId: string, month: string): Promise<number> {
    const { rows } = await this.pool.query<{ cost: string }>({
      name: 'period_cost',
      text: 'select cost_nano_usd as cost from usage_period where account_id = $1 and month = $2',
      values: [accountId, month],
    });
    return Number(rows[0]?.cost ?? 0);
  }
}

/** The first day of the period. */
function monthOf(now: string): string {
  return `${now.slice(0, 7)}-01`;
}
