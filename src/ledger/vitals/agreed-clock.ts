import type { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { notableSkewMs, skewMs } from './clock-skew.js';

const everyMs = 60_000;
const againAfterMs = 1_000;
/** By how much a clock may be set before that is noticed. NTP slews smaller differences. */
const jumpMs = 1_000;

/** What the clock of the database shows, in ms. */
export async function databaseMs(pool: Pool): Promise<number> {
  const text = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';
  const { rows } = await pool.query<{ ms: number }>({ name: 'database_time', text });
  return rows[0]?.ms ?? Number.NaN;
}

/**
 * The clock of the machine while that agrees with the database within two seconds, otherwise the clock of the database: a deadline or an
 * expiry means the same to all processes. Setting the clock of the machine changes nothing before the database has been asked.
 */
export class AgreedClock extends Clock {
  #correctionMs = 0;
  /** How far the clock of the machine was ahead of the steady one when it was last read. */
  #offsetMs: number;
  #askDatabase: (() => Promise<number>) | undefined;
  #next: NodeJS.Timeout | undefined;

  constructor(private readonly machine: Clock) {
    super();
    this.#offsetMs = machine.machineMs() - machine.steadyMs();
  }

  now(): Date {
    const ms = this.machine.machineMs();
    const offsetMs = ms - this.machine.steadyMs();
    const movedMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    if (Math.abs(movedMs) > jumpMs) this.#stay(movedMs);
    return new Date(ms + this.#correctionMs);
  }

  override steadyMs(): number {
    return this.machine.steadyMs();
  }

  override machineMs(): number {
    return this.machine.machineMs();
  }

  /** Compares with the database now, every minute, and when the clock of the machine was set. @returns how to end it */
  async follow(askDatabase: () => Promise<number>): Promise<() => void> {
    this.#askDatabase = askDatabase;
    await this.#compare();
    return () => {
      this.#askDatabase = undefined;
      clearTimeout(this.#next);
    };
  }

  /** The clock of the machine was set. Whether it was wrong before or is now, only the database can tell. */
  #stay(movedMs: number): void {
    this.#correctionMs -= movedMs;
    if (this.#askDatabase !== undefined) this.#compareIn(0);
  }

  async #compare(): Promise<void> {
    const before = this.machine.steadyMs();
    const at = await this.#askDatabase?.().catch(() => undefined);
    const after = this.machine.steadyMs();
    if (this.#askDatabase === undefined) return;
    if (at !== undefined) {
      this.#offsetMs = this.machine.machineMs() - this.machine.steadyMs();
      const aheadMs = skewMs({ before: before + this.#offsetMs, at, after: after + this.#offsetMs });
      this.#correctionMs = Math.abs(aheadMs) > notableSkewMs ? -aheadMs : 0;
    }
    this.#compareIn(at === undefined ? againAfterMs : everyMs);
  }

  #compareIn(ms: number): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.#compare(), ms).unref();
  }
}
