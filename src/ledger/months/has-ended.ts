import type { Pool } from 'pg';

/** Whether a run has ended and its events still exist. */
export async function hasEnded(pool: Pool, executionId: string, closingTypes: readonly string[]): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'run_has_ended',
    text: 'select 1 from run_event where stream_id = $1 and type = any($2) limit 1',
    values: [executionId, closingTypes],
  });
  return rowCount !== 0;
}
