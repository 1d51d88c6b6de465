import type { Pool } from 'pg';
import { livingOwners } from '#ledger/work/owner-session.js';

/** The owner numbers of the processes that hold their lock, in ascending order. */
export async function livingProcesses(pool: Pool): Promise<readonly number[]> {
  const { rows } = await pool.query<{ owner: number }>({
    name: 'living_processes',
    text: `select owner from ${livingOwners} as living (owner) order by owner`,
  });
  return rows.map(({ owner }) => owner);
}
