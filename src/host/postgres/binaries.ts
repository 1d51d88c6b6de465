import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, closedDirectory } from './account.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * The directory that holds `postgres` and `initdb`, ready to run: in the npm package when possible, else in a copy below the data directory
 * (when the package lacks its library links and is read-only, or when the account may not enter it).
 */
export async function prepareBinaries(dataDir: string, account: Account | undefined, log: (message: string) => void): Promise<string> {
  const root = packageRoot();
  const reachable = account === undefined || closedDirectory(join(root, 'native', 'bin'), account) === undefined;
  if (reachable && (await linkLibraries(root))) return join(root, 'native', 'bin');
  const copy = join(dataDir, `postgresql-${versionOf(root)}`);
  if (!existsSync(copy)) {
    log(`The PostgreSQL files in ${root} cannot be used in place; copying them to ${copy}`);
    await copyPackage(root, copy);
  }
  return join(copy, 'native', 'bin');
}

function packageRoot(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    throw new EmbeddedPostgresError(`there are no binaries for ${platform}.`, `Binaries exist for ${platforms.join(', ')}.`);
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `the npm package ${name} is not installed.`,
      'Run npm install on this machine, without --omit=optional. A node_modules folder from another platform does not contain the package.',
      { cause },
    );
  }
}

/**
 * npm packages cannot hold symbolic links: an install script makes those of the shared libraries, unless scripts were switched off. False
 * when links are missing and cannot be made here.
 */
async function linkLibraries(root: string): Promise<boolean> {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  const missing = links.filter(({ target }) => !existsSync(join(root, target)));
  try {
    await Promise.all(missing.map(({ source, target }) => symlink(basename(source), join(root, target))));
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return linkLibraries(root); // another start is doing the same
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

async function copyPackage(root: string, copy: string): Promise<void> {
  const draft = `${copy}.new`;
  await rm(draft, { recursive: true, force: true });
  await cp(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(draft);
  // Readable by all whatever the umask was: it may belong to root, while the database runs as another user.
  const entries = await readdir(draft, { recursive: true });
  await Promise.all([draft, ...entries.map((entry) => join(draft, entry))].map((path) => chmod(path, 0o755)));
  await rename(draft, copy);
}

function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
