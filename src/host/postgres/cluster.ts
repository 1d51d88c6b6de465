import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chown, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { settingsFile } from './folder/settings.js';
import { runProgram, type Site } from './folder/site.js';

/** The role and the database that Sluice uses. */
export const databaseName = 'sluice';
const majorVersion = '18';
const passwordFileName = 'sluice.password';
const draftPrefix = 'postgres.init-';

/** Creates the cluster when there is none, after `beforeCreation`; refuses one that this PostgreSQL cannot run. */
export async function ensureCluster(site: Site, beforeCreation?: () => Promise<void>): Promise<void> {
  await discardDrafts(site);
  if (!existsSync(site.cluster) || readdirSync(site.cluster).length === 0) {
    await beforeCreation?.();
    return createCluster(site);
  }
  const version = existsSync(join(site.cluster, 'PG_VERSION')) ? readFileSync(join(site.cluster, 'PG_VERSION'), 'utf8').trim() : undefined;
  if (version === majorVersion) return;
  throw new EmbeddedPostgresError(
    version === undefined
      ? `${site.cluster} contains files, but no PostgreSQL database.`
      : `${site.cluster} was created by PostgreSQL ${version}; this release of Sluice has PostgreSQL ${majorVersion}, which cannot read it.`,
    version === undefined
      ? 'Restore the missing files from a backup, or move that directory away to start with an empty database.'
      : `Export the data with pg_dump of PostgreSQL ${version}, move that directory away, start Sluice once, and import it; or set SLUICE_DATA_DIR to another directory.`,
  );
}

/** The password of the role, as created with the cluster. */
export function readPassword({ cluster }: Pick<Site, 'cluster'>): string {
  const file = join(cluster, passwordFileName);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new EmbeddedPostgresError(`${file} is missing: it contains the password of the database.`, 'Restore it from a backup.');
}

/**
 * The cluster is created as a draft, which is renamed in one step when it is complete and on disk: an interrupted start
 * leaves nothing that looks like a database.
 */
async function createCluster(site: Site): Promise<void> {
  const started = performance.now();
  const draft = await mkdtemp(join(site.dataDir, draftPrefix));
  const data = join(draft, 'data');
  const passwordFile = join(draft, passwordFileName);
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  if (site.account) for (const path of [draft, passwordFile]) await chown(path, site.account.uid, site.account.gid);

  const identity = [`--username=${databaseName}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await runProgram(site, 'initdb', ['-D', data, ...identity, ...locale, '--data-checksums', '--no-sync', '--no-instructions']);
  const alone = ['--single', '-F', '-c', 'exit_on_error=true', '-D', data, 'postgres'];
  await runProgram(site, 'postgres', alone, `CREATE DATABASE ${databaseName} STRATEGY file_copy\n`);
  await appendFile(
    join(data, 'postgresql.conf'),
    `\ninclude_if_exists '${settingsFile}'\n# Settings below this line win over those of Sluice.\n`,
  );
  await rename(passwordFile, join(data, passwordFileName));
  await runProgram(site, 'initdb', ['-D', data, '--sync-only']);

  await rename(data, site.cluster);
  await syncDirectory(site.dataDir);
  await rm(draft, { recursive: true });
  site.log(`Created a PostgreSQL ${majorVersion} database in ${site.cluster} (${Math.round(performance.now() - started)} ms)`);
}

/** Deletes what an interrupted creation has left. */
async function discardDrafts({ dataDir }: Site): Promise<void> {
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(draftPrefix));
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })));
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
