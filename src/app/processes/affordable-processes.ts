import type { Config } from '#host/config/config.js';
import { StartRefused } from '#host/start-refused.js';
import { connectionsOf } from '#ledger/database/connect.js';
import { DatabaseServers } from '#ledger/database/servers/database-servers.js';
import { ServerClient } from '#ledger/database/servers/server-client.js';

/** How many of the wanted processes the database has connections for. @throws StartRefused when a number was asked for and is too high */
export async function affordableProcesses(
  connectionString: string,
  wanted: number,
  { processes, databasePool }: Pick<Config, 'processes' | 'databasePool'>,
): Promise<number> {
  const free = await connectionsFor(connectionString);
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
async function connectionsFor(connectionString: string): Promise<number> {
  const client = new ServerClient({ servers: DatabaseServers.of(connectionString), application_name: 'sluice' });
  await client.connect();
  try {
    const { rows } = await client.query<{ free: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as free`,
    );
    return rows[0]?.free ?? 0;
  } finally {
    await client.end();
  }
}
