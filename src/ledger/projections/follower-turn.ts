import type { Pool } from 'pg';
import { livingOwners } from '#ledger/work/owner-session.js';

/** A process that wants to read what a follower has not applied yet. */
export const followTopic = 'follow';
/** A follower has given up its turn. */
export const turnFreeTopic = 'follow.free';

/** How often a process that has no turn looks whether the one that has it is alive. */
export const lookEveryMs = 400;
/** How often the holder shows that it is alive while there is nothing to apply. */
export const beatEveryMs = 2000;
/** The same while nothing happens at all: a beat may be late and still be in time. */
export const quietBeatEveryMs = 4000;
/** A connection proves that a process exists, not that it works: a turn without a beat for this long is free. */
const hungAfter = `interval '9 seconds'`;
/** Whether the owner is alive costs a look at all locks, and is asked only when its last beat is older. */
const freshFor = `interval '200 milliseconds'`;

/**
 * SQL: whether the process `owner` (a parameter) may take or keep the turn of a row with the columns `follower` and `beat_at`. The conditions
 * are in the order of their cost.
 */
export function mayFollow(row: string, owner: string): string {
  return `(${row}.follower is null or ${row}.follower = ${owner} or ${row}.beat_at is null or ${row}.beat_at < clock_timestamp() - ${hungAfter}
    or (${row}.beat_at < clock_timestamp() - ${freshFor} and ${row}.follower not in ${livingOwners}))`;
}

/** SQL: the columns that show who follows, and that it is alive. */
export function beat(owner: string): string {
  return `follower = ${owner}, beat_at = clock_timestamp()`;
}

/** The turn of the one row of a table with the columns `follower` and `beat_at`. */
export class FollowerTurn {
  #isOurs = false;
  #askAgainAt = -Infinity;

  constructor(
    private readonly pool: Pool,
    private readonly owner: number,
    private readonly table: string,
  ) {}

  /** Whether this process has the turn, or takes it now. The database is asked once in a while. */
  async isOurs({ takesOver = false } = {}): Promise<boolean> {
    const now = performance.now();
    if (now < this.#askAgainAt && !takesOver) return this.#isOurs;
    const { rowCount } = await this.pool.query(
      `update "${this.table}" place set ${beat('$1')} where $2::boolean or ${mayFollow('place', '$1')}`,
      [this.owner, takesOver],
    );
    this.#isOurs = rowCount === 1;
    this.#askAgainAt = now + (this.#isOurs ? beatEveryMs : lookEveryMs);
    return this.#isOurs;
  }

  /** The next question asks the database. */
  doubt(): void {
    this.#askAgainAt = -Infinity;
  }

  async release(): Promise<void> {
    this.#isOurs = false;
    this.#askAgainAt = Infinity;
    await this.pool.query(`update "${this.table}" set follower = null where follower = $1`, [this.owner]);
  }
}
