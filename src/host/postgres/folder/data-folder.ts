import { chmodSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { closedDirectory, unprivilegedAccount } from '../account.js';
import { EmbeddedPostgresError } from '../embedded-postgres-error.js';
import type { Log } from './site.js';

export interface DefaultDataFolderOptions {
  readonly log: Log;
  /** Where Sluice was started. Default: the working directory. */
  readonly directory?: string;
  /** Contains the data folders of processes that were started in folders that PostgreSQL cannot enter. */
  readonly refuge?: string;
}

/**
 * The default folder of the data: `.sluice`. When root starts in a folder that PostgreSQL's user may not enter, such as
 * /root, it is a new folder in the refuge, and the link `.sluice/data` points there: moving or removing `.sluice` has its usual effect.
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
    log(`${reason}Data is stored in ${folder}; ${link} links to it`);
    return folder;
  } catch (error) {
    throw EmbeddedPostgresError.from(error, `choosing a data folder instead of ${usual}`);
  }
}

/** The directory that cannot be entered; undefined also when data exists already, because existing data is always used. */
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
