import type { Pool } from 'pg';
import { StartRefused } from '#host/start-refused.js';

/** The oldest PostgreSQL that this release works with, as `server_version_num` states versions. */
export const oldestVersion = 160_000;

/** The major version of a `server_version_num`. */
export function majorOf(version: number): number {
  return Math.floor(version / 10_000);
}

/** @throws StartRefused */
export async function requireServerVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
  const version = rows[0]?.version ?? 0;
  if (version >= oldestVersion) return;
  const needed = majorOf(oldestVersion);
  throw new StartRefused(
    `Sluice needs PostgreSQL ${needed} or newer, and DATABASE_URL names a server of version ${majorOf(version)}: upgrade that server, or use another one`,
    'configuration',
  );
}
