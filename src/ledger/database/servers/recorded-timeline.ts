import type { Pool } from 'pg';
import type { KnownInstallation } from './server-refused.js';

/**
 * Records that the database has reached a timeline, in the database itself: its standbys get the row with the rest, so the rows that a standby has
 * show from which timeline its data is.
 */
export async function recordTimeline(pool: Pool, { system, timeline }: KnownInstallation): Promise<void> {
  if (system === undefined || timeline === undefined) return;
  // Later ones come with a copy of the rows of another server of the same origin: this server has not had them.
  await pool.query('delete from server_timeline where system_identifier = $1 and timeline > $2', [system, timeline]);
  await pool.query('insert into server_timeline (system_identifier, timeline) values ($1, $2) on conflict do nothing', [system, timeline]);
}
