import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { PostgresCarrier } from './postgres-carrier.js';
import { ServedCarrier } from './served-carrier.js';
import type { SignalCarrier } from './signal-carrier.js';
import type { ServerChange } from './signals-server.js';

/** A Redis or Valkey server that carries signals. */
export interface SignalsServerOptions {
  readonly address: string;
  /** Called when the server is found, lost and found again. */
  readonly onChange: (change: ServerChange) => void;
}

/** Chooses what carries signals: PostgreSQL alone, or a signals server as long as it answers. */
export async function openCarrier(pool: Pool, server: SignalsServerOptions | undefined): Promise<SignalCarrier> {
  if (server === undefined) return new PostgresCarrier(pool);
  try {
    return new ServedCarrier(pool, { ...server, installation: await installationId(pool) });
  } catch (error) {
    server.onChange({ isConnected: false, reason: `the database does not name itself: ${(error as Error).message}` });
    return new PostgresCarrier(pool);
  }
}

/** The database names the installation: all its processes share it. A dump that is restored elsewhere is another one, a physical copy is not. */
async function installationId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select concat_ws(' ', c.system_identifier, d.oid, d.datname) as id from pg_control_system() c, pg_database d where d.datname = current_database()`,
  );
  return createHash('sha256')
    .update(rows[0]?.id ?? '')
    .digest('hex')
    .slice(0, 16);
}
