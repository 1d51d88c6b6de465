import type { Pool } from 'pg';
import { closingTypes, openingTypes } from './run-lives.js';

const list = (types: readonly string[]): string => types.map((type) => `'${type}'`).join(', ');

/** A condition in SQL: the stream of this id has begun as a run or a job and has not ended. */
export function isOpenSql(id: string): string {
  return `(exists (select 1 from run_event o where o.stream_id = ${id} and o.version = 1 and o.type in (${list(openingTypes)}))
    and not exists (select 1 from run_event c where c.stream_id = ${id} and c.type in (${list(closingTypes)})))`;
}

/** Whether a run has ended and its events are still there. */
export async function hasEnded(pool: Pool, executionId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'run_has_ended',
    text: 'select 1 from run_event where stream_id = $1 and type = any($2) limit 1',
    values: [executionId, closingTypes],
  });
  return rowCount !== 0;
}
