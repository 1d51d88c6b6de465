import { chmodSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { closedDirectory, unprivilegedAccount } from '../account.js';
import { EmbeddedPostgresError } from '../embedded-postgres-error.js';
import type { Log } from './site.js';

export interface DefaultDataFolderOptions {
  readonly log: Log;
  /** Where Sluice was started. Default: the working directory. */
  readonly directory?: string;
  /** Holds the folders of those that were started where PostgreSQL may not go. */
  readonly refuge?: string;
}

/**
 * Where data is kept when nobody chose a folder: in `.sluice`. When root works in a place that PostgreSQL's user may not enter, such as
 * /root, it is a new folder in the refuge, and `.sluice/data` leads there from then on: moving or removing `.sluice` means as much as ever.
 */
export function defaultDataFolder({ log, directory = process.cwd(), refuge = '/var/lib/sluice' }: DefaultDataFolderOptions): string {
  const usual = join(directory, '.sluice');
  try {
    const own = existsSync(usual) ? realpathSync(usual) : usual;
    const link = join(own, 'data');
    const known = targetOf(link);
    const closed = known === undefined ? closedToPostgres(own) : undefined;
    const folder = closed === undefined ? known : makeElsewhere(link, join(refuge, `${basename(directory)}-`));
    if (folder === undefined) return own;
    const reason = closed === undefined ? '' : `PostgreSQL does not run as root, and its user may not enter ${closed}. `;
    log(`${reason}Data is kept in ${folder}, where ${link} leads`);
    return folder;
  } catch (error) {
    throw EmbeddedPostgresError.from(error, `finding a place for the data instead of ${usual}`);
  }
}

/** The directory in the way; undefined as well when data is there already, which must never be passed over. */
function closedToPostgres(folder: string): string | undefined {
  const cluster = join(folder, 'postgres');
  const account = existsSync(cluster) ? undefined : unprivilegedAccount(cluster);
  return account && closedDirectory(dirname(folder), account);
}

function makeElsewhere(link: string, prefix: string): string {
  const refuge = dirname(prefix);
  if (mkdirSync(refuge, { recursive: true }) !== undefined) chmodSync(refuge, 0o755); // whatever the umask: others must pass
  mkdirSync(dirname(link), { recursive: true });
  const folder = mkdtempSync(prefix);
  try {
    symlinkSync(folder, link);
    return folder;
  } catch (error) {
    rmdirSync(folder);
    const faster = targetOf(link);
    if (faster === undefined) throw error;
    return faster;
  }
}

function targetOf(link: string): string | undefined {
  try {
    return resolve(dirname(link), readlinkSync(link));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
