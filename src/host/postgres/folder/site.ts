import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Account } from '../account.js';
import { EmbeddedPostgresError } from '../embedded-postgres-error.js';

/** One embedded server: its files, its system account and its log. */
export interface Site {
  readonly dataDir: string;
  /** The PostgreSQL data directory, inside `dataDir`. */
  readonly cluster: string;
  /** The directory of `postgres` and `initdb`. */
  readonly bin: string;
  /** The user to switch to; undefined for the user of this process. */
  readonly account: Account | undefined;
  readonly log: Log;
}

/** Receives events of the server; `warn` is for unwanted ones. */
export type Log = (message: string, level?: 'info' | 'warn') => void;

/**
 * The options of every PostgreSQL process. The environment is not inherited: PGDATA, PGPORT or LANG of the caller must not change what is
 * created. Every account may enter the working directory.
 */
export function spawnOptions({ account }: Pick<Site, 'account'>): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  return { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, ...(account && { uid: account.uid, gid: account.gid }) };
}

/** Runs one PostgreSQL program to its end. The error of a failure contains its stderr. */
export function runProgram(site: Site, program: 'initdb' | 'postgres', args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(join(site.bin, program), args, spawnOptions(site), (error, _stdout, stderr) => {
      const reason = typeof error?.code === 'number' ? `exit code ${error.code}` : error;
      if (reason) reject(EmbeddedPostgresError.from(reason, `running ${program}`, stderr));
      else resolve();
    });
    child.stdin?.on('error', () => undefined); // it ended without reading; the exit code gives the reason
    child.stdin?.end(input);
  });
}
