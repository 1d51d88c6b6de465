import type { Pool } from 'pg';
import { parseMark } from './stream-digest.js';

/** Whether a stream of a run has these digests, and all events that they and its first event promise. Reads no payloads. */
export async function hasMarks(pool: Pool, streamId: string, marks: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ found: readonly string[]; last: number }>({
    name: 'stream_marks',
    text: `select coalesce(array_agg(digest) filter (where digest is not null and (version = 1 or digest = any($2))), '{}') as found,
             coalesce(max(version), 0) as last from run_event where stream_id = $1`,
    values: [streamId, marks],
  });
  const [{ found, last } = { found: [], last: 0 }] = rows;
  return marks.every((mark) => found.includes(mark)) && found.every((mark) => (parseMark(mark)?.last ?? last + 1) <= last);
}
