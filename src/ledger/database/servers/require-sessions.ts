import type { Pool, PoolClient } from 'pg';
import { StartRefused } from '#host/start-refused.js';

/**
 * Whether each connection of the pool has a separate session. A pooler in transaction or statement mode gives one server session to several
 * clients in turn: locks of sessions and notifications would have no owner.
 */
export async function hasSessions(pool: Pool): Promise<boolean> {
  const one = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      return await haveSessions(one, other);
    } finally {
      other.release();
    }
  } finally {
    one.release();
  }
}

async function haveSessions(one: PoolClient, other: PoolClient): Promise<boolean> {
  const process = async (client: PoolClient): Promise<number | undefined> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const first = await process(one);
  if (first === (await process(other))) return false;
  // A transaction keeps its server session: the sessions change places if they are given out again.
  await one.query('begin');
  const held = await process(one);
  const beside = await process(other);
  await one.query('commit');
  return held === first && (await process(other)) === beside && (await process(one)) === first;
}

/** What is wrong with a pooler that `hasSessions` has found, and what is needed. */
export const poolerAdvice = 'Set pool_mode = session for this database in PgBouncer, or give the address of the server itself.';

/** @throws StartRefused */
export async function requireSessions(pool: Pool): Promise<void> {
  if (await hasSessions(pool)) return;
  throw new StartRefused(
    'DATABASE_URL names a pooler that gives sessions to several clients in turn, and locks and notifications need a separate session: set pool_mode = session for this database in PgBouncer, or give the address of the server itself',
    'configuration',
  );
}
