import { packageVersion } from '#host/program/package-version.js';
import { StartRefused } from '#host/start-refused.js';
import { migrations } from './migrations/index.js';

/** Whatever can run statements: a pool or a data source. */
type Query = (sql: string, values: unknown[]) => Promise<readonly { readonly name: string }[]>;

/** Names of migrations that a newer release has run and this one does not have. The table must exist. */
export async function unknownMigrations(query: Query): Promise<readonly string[]> {
  // The first migration takes the place of those of unreleased snapshots, whose names are older.
  const first = migrations[0]?.name.slice(-13) ?? '';
  const rows = await query('select name from migration where right(name, 13) >= $1 order by right(name, 13)', [first]);
  const known = new Set(migrations.map(({ name }) => name));
  return rows.flatMap(({ name }) => (known.has(name) ? [] : [name]));
}

/**
 * A release does not work on the schema of a newer one: its statements may fail, or write rows without what the newer one needs.
 * @throws StartRefused
 */
export async function refuseNewerSchema(query: Query): Promise<void> {
  const [table] = await query(`select to_regclass('migration')::text as name`, []);
  if (table?.name !== 'migration') return;
  const unknown = await unknownMigrations(query);
  if (unknown.length === 0) return;
  const migrated = unknown.length === 1 ? 'a migration that is' : `${unknown.length} migrations that are`;
  throw new StartRefused(
    `The database was migrated by a newer release: it has ${migrated} unknown to Sluice ${packageVersion()} (${unknown.at(-1)}). Start that release, or restore a backup of this one into an empty database`,
    'configuration',
  );
}
