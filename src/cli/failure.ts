import { ConfigError } from '#host/config/config.js';
import { fileFault } from '#kernel/text/fault-in-words.js';
import { ChildFailed } from '#app/processes/supervisor.js';
import { StartRefused } from '#host/start-refused.js';
import { BackupRefused } from '#ledger/backup/backup-refused.js';
import { DatabaseUnreachable } from '#ledger/database/connect.js';
import { EarlierSnapshot } from '#ledger/database/migrations/1763602350000-baseline.js';
import { EmbeddedPostgresError } from '#host/postgres/embedded-postgres-error.js';
import { FormerRelease } from '#ledger/projections/inline-generation.js';
import { complain } from './terminal.js';

/** The exit codes. *refuted*: a proof was checked and is wrong. The last two are those of BSD's sysexits. */
export const exitCode = { failed: 1, refuted: 2, usage: 64, configuration: 78 } as const;

/** A command fails for a reason that its user understands. Only the message is shown, without a stack. */
export class CommandFailed extends Error {}

/** A command was called with arguments that it does not take. */
export class WrongUsage extends CommandFailed {}

const plain = [CommandFailed, StartRefused, EmbeddedPostgresError, BackupRefused, DatabaseUnreachable, EarlierSnapshot, FormerRelease];

/** Prints the error and ends the process. */
export function fail(error: unknown): never {
  // The process has said why.
  if (error instanceof ChildFailed) process.exit(error.code);
  if (error instanceof ConfigError)
    complain(`The configuration has problems:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`);
  else if (plain.some((type) => error instanceof type)) complain((error as Error).message);
  else if (isOfFile(error)) complain(fileFault(error.path, error));
  else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(codeOf(error));
}

/** An error of the operating system about a file. */
function isOfFile(error: unknown): error is NodeJS.ErrnoException & { readonly path: string } {
  return error instanceof Error && 'syscall' in error && 'path' in error && typeof error.path === 'string';
}

function codeOf(error: unknown): number {
  if (error instanceof WrongUsage) return exitCode.usage;
  return isConfiguration(error) ? exitCode.configuration : exitCode.failed;
}

function isConfiguration(error: unknown): boolean {
  return error instanceof ConfigError || (error instanceof StartRefused && error.fault === 'configuration');
}
