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

/** The parameters of a statement that are the number of a process, and whether it does nothing but follow. */
interface Candidate {
  readonly owner: string;
  readonly isDedicated: string;
}

/**
 * SQL: whether a process may take or keep the turn of a row with the columns `follower`, `beat_at` and `dedicated`. One that does nothing but
 * follow takes it from those that have other work. The conditions are in the order of their cost.
 */
export function mayFollow(row: string, { owner, isDedicated }: Candidate): string {
  return `(${row}.follower is null or ${row}.follower = ${owner} or ${row}.beat_at is null or ${row}.beat_at < clock_timestamp() - ${hungAfter}
    or (${isDedicated} and ${row}.dedicated is distinct from ${row}.follower)
    or (${row}.beat_at < clock_timestamp() - ${freshFor} and ${row}.follower not in ${livingOwners}))`;
}

/** SQL: the columns that show who follows, and that it is alive. */
export function beat(row: string, { owner, isDedicated }: Candidate): string {
  return `follower = ${owner}, beat_at = clock_timestamp(), dedicated = case when ${isDedicated} then ${owner} else ${row}.dedicated end`;
}

const candidate: Candidate = { owner: '$1::integer', isDedicated: '$2::boolean' };

/** SQL: of two processes that do nothing but follow, one has the views and the other one has this turn. */
const dividesWork = `(${candidate.isDedicated} and exists (select from projection_checkpoint where follower = place.follower)
  and not exists (select from projection_checkpoint where follower = ${candidate.owner}))`;

/** The turn of the one row of a table with the columns `follower`, `beat_at` and `dedicated`, for work that is no view. */
export class FollowerTurn {
  #isOurs = false;
  #askAgainAt = -Infinity;

  constructor(
    private readonly pool: Pool,
    private readonly owner: number,
    private readonly table: string,
    /** Whether this process does nothing but follow. */
    private readonly isDedicated: boolean,
  ) {}

  /** Whether this process has the turn, or takes it now. The database is asked once in a while. */
  async isOurs(): Promise<boolean> {
    const now = performance.now();
    if (now < this.#askAgainAt) return this.#isOurs;
    const { rowCount } = await this.pool.query(
      `update "${this.table}" place set ${beat('place', candidate)} where ${mayFollow('place', candidate)} or ${dividesWork}`,
      [this.owner, this.isDedicated],
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
