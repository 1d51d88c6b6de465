import type { Config } from '#host/config/config.js';
import { StartRefused } from '#host/start-refused.js';
import { connectionsOf, createPool, reachDatabase, type StartPatience } from '#ledger/database/connect.js';

/**
 * How many of the wanted processes the database has connections for. Waits for a database that is starting.
 * @throws StartRefused when a number was asked for and is too high; DatabaseUnreachable
 */
export async function affordableProcesses(
  connectionString: string,
  wanted: number,
  { processes, databasePool }: Pick<Config, 'processes' | 'databasePool'>,
  patience: StartPatience,
): Promise<number> {
  const free = await connectionsFor(connectionString, patience);
  const each = connectionsOf(databasePool);
  const most = Math.floor(free / each);
  if (wanted <= most) return wanted;
  if (processes === 'auto') return Math.max(1, most);
  throw new StartRefused(
    `SLUICE_PROCESSES is ${wanted}: these processes may open ${wanted * each} connections, and the database allows ${free}. ` +
      'Lower SLUICE_PROCESSES or SLUICE_DATABASE_POOL, or raise max_connections of the database',
    'configuration',
  );
}

/** How many connections the database allows to users that are not superusers. */
async function connectionsFor(connectionString: string, patience: StartPatience): Promise<number> {
  const pool = createPool(connectionString, 1);
  try {
    await reachDatabase(pool, connectionString, patience);
    const { rows } = await pool.query<{ free: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as free`,
    );
    return rows[0]?.free ?? 0;
  } finally {
    await pool.end();
  }
}
