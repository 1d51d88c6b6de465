import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Account } from '../account.js';
import { EmbeddedPostgresError } from '../embedded-postgres-error.js';

/** One embedded server: where its files are, who runs it, and whom it tells. */
export interface Site {
  readonly dataDir: string;
  /** The PostgreSQL data directory, inside `dataDir`. */
  readonly cluster: string;
  /** The directory of `postgres` and `initdb`. */
  readonly bin: string;
  /** The user to switch to; undefined to stay who we are. */
  readonly account: Account | undefined;
  readonly log: Log;
}

/** Whom the server tells what happens to it; `warn` is for what nobody wished to happen. */
export type Log = (message: string, level?: 'info' | 'warn') => void;

/**
 * How every PostgreSQL process is spawned. The environment is ours alone: PGDATA, PGPORT or LANG of the caller must not change what is
 * created. The working directory is one that every account may be in.
 */
export function spawnOptions({ account }: Pick<Site, 'account'>): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  return { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, ...(account && { uid: account.uid, gid: account.gid }) };
}

/** Runs one PostgreSQL program to its end; what it wrote to stderr is in the error when it fails. */
export function runProgram(site: Site, program: 'initdb' | 'postgres', args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(join(site.bin, program), args, spawnOptions(site), (error, _stdout, stderr) => {
      const reason = typeof error?.code === 'number' ? `exit code ${error.code}` : error;
      if (reason) reject(EmbeddedPostgresError.from(reason, `running ${program}`, stderr));
      else resolve();
    });
    child.stdin?.on('error', () => undefined); // it ended without reading; the exit code tells why
    child.stdin?.end(input);
  });
}
