import { ConfigError } from '#host/config/config.js';
import { DatabaseUnreachable } from '#ledger/database/connect.js';
import { EmbeddedPostgresError } from '#host/postgres/embedded-postgres-error.js';
import { FormerRelease } from '#ledger/projections/inline-generation.js';
import { complain } from './terminal.js';

/** What the process ends with. *refuted*: a proof was looked at and does not hold. The last two are those of BSD's sysexits. */
export const exitCode = { failed: 1, refuted: 2, usage: 64, configuration: 78 } as const;

/** A command cannot do what it was asked for, for a reason that its user understands: the message is all that is shown. */
export class CommandFailed extends Error {}

/** Says what went wrong and ends the process. */
export function fail(error: unknown): never {
  if (error instanceof ConfigError)
    complain(`The configuration has problems:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`);
  else if (
    error instanceof CommandFailed ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseUnreachable ||
    error instanceof FormerRelease
  ) {
    complain(error.message);
  } else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(error instanceof ConfigError ? exitCode.configuration : exitCode.failed);
}
