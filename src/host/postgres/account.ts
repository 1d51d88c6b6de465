import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The user of the operating system that the database runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account that the database runs as when this process is root, which PostgreSQL refuses: the owner of the cluster, else `postgres`, else
 * `nobody`. Accounts are only looked up; nothing is added to the host. Undefined if this process is not root: the database then runs as its user.
 */
export function unprivilegedAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(join(cluster, 'PG_VERSION'), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const account = findAccount(/^postgres:/) ?? findAccount(/^nobody:/);
  if (account) return account;
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and this system has no user `postgres` or `nobody` to run it as.',
    'Start Sluice as an ordinary user.',
  );
}

function findAccount(start: RegExp): Account | undefined {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => start.test(line));
  const [name, , uid, gid] = entry?.split(':') ?? [];
  // Some systems write the ids of the account `nobody` as negative numbers, which the kernel reads as large positive ones.
  return name && uid && gid ? { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : undefined;
}

/** The first directory on the path to `directory` (included) that the account may not enter. The operating system decides, not the mode bits. */
export function closedDirectory(directory: string, account: Account): string | undefined {
  const way = [directory];
  for (let parent = dirname(directory); parent !== way[0]; parent = dirname(parent)) way.unshift(parent);
  const script = 'for directory; do cd "$directory" 2>/dev/null || { printf %s "$directory"; exit; }; done';
  const { uid, gid } = account;
  const { stdout, error } = spawnSync('/bin/sh', ['-c', script, 'sh', ...way], { cwd: '/', env: {}, uid, gid, encoding: 'utf8' });
  if (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and this process may not become ${account.name} (${error.message}).`,
      'Start Sluice as an ordinary user, or give its container the capabilities CHOWN, SETUID and SETGID.',
      { cause: error },
    );
  }
  return stdout === '' ? undefined : stdout;
}

/** Lets the account pass through the data directory, by its group alone; says clearly what is in the way when that is not enough. */
export function letIn(dataDir: string, account: Account): void {
  const { uid, mode } = statSync(dataDir);
  // Only when no group had access before: no user loses access, and only the account gains it.
  if (closedDirectory(dataDir, account) === dataDir && (mode & 0o070) === 0) {
    chownSync(dataDir, uid, account.gid);
    chmodSync(dataDir, (mode & 0o7777) | 0o010);
  }
  const closed = closedDirectory(dataDir, account);
  if (closed === undefined) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, so it runs as ${account.name}, and that user may not enter ${closed} on the way to ${dataDir}.`,
    `Set SLUICE_DATA_DIR to a directory that every user can reach (for example /var/lib/sluice), allow it with chmod o+x ${closed}, or start Sluice as an ordinary user.`,
  );
}
