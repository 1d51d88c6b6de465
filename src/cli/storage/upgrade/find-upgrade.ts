import type { Pool } from 'pg';
import { composition } from '#app/composition.js';
import { packageVersion } from '#host/program/package-version.js';
import { SystemClock } from '#host/system-clock.js';
import { migrations } from '#ledger/database/migrations/index.js';
import { unknownMigrations } from '#ledger/database/newer-schema.js';
import { serverFindings } from '../../doctor/database/database-findings.js';
import type { Finding } from '../../doctor/finding.js';
import { judgeUpgrade } from './judge-upgrade.js';

/** What an upgrade of the database to this release would do, and what prevents it. Changes nothing. */
export async function findUpgrade(pool: Pool, poolSize: number): Promise<readonly Finding[]> {
  const query = async (sql: string, values: unknown[] = []): Promise<readonly { readonly name: string }[]> =>
    (await pool.query<{ name: string }>(sql, values)).rows;
  const done = new Set((await query('select name from migration')).map(({ name }) => name));
  const views = await pool.query<{ name: string; version: number }>('select name, version from projection_checkpoint');
  const findings = judgeUpgrade({
    release: packageVersion(),
    unknown: await unknownMigrations(query),
    due: migrations.flatMap(({ name }) => (done.has(name) ? [] : [name])),
    views: composition.projections,
    live: new Map(views.rows.map(({ name, version }) => [name, version])),
  });
  return [...(await serverFindings(pool, new SystemClock(), poolSize)), ...findings];
}
