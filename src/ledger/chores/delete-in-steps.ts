import type { Pool } from 'pg';

const step = 5000;

/** Deletes the rows of a read model that match, a few thousand at a time, so that other statements do not wait long for locks. */
export async function deleteInSteps(pool: Pool, table: string, condition: string, values: readonly unknown[]): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from "${table}" where ctid = any(array(select ctid from "${table}" where ${condition} limit ${step}))`,
      [...values],
    );
    if ((rowCount ?? 0) < step) return;
  }
}
