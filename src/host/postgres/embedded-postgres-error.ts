const externalDatabaseRemedy =
  'Or set DATABASE_URL=postgresql://user:password@host:5432/database to use your own PostgreSQL server; then no embedded server is started.';

/** Reasons that are recognised by what the operating system or PostgreSQL says about them, most telling first. */
const knownFailures: readonly { says: RegExp; remedy: string }[] = [
  {
    says: /no space left on device|quota exceeded/i,
    remedy: 'The disk is full: free some space (a new database takes about 150 MB), or set SLUICE_DATA_DIR to a directory on another disk.',
  },
  {
    says: /could not look up effective user ID/i,
    remedy: 'PostgreSQL needs a user that the system knows: start Sluice as a user who is listed in /etc/passwd.',
  },
  {
    says: /spawn \S+ ENOENT/,
    remedy: 'The PostgreSQL binaries need the GNU C library, which this system does not have (Alpine and other musl systems).',
  },
  {
    says: /permission denied|operation not permitted|read-only file system|EACCES|EPERM/i,
    remedy:
      'Access was refused: start Sluice as the user who owns its data directory, or set SLUICE_DATA_DIR to a directory where this user may write.',
  },
];

/** Why there is no embedded database. The message says what happened, what to do, and how to use another server instead. */
export class EmbeddedPostgresError extends Error {
  constructor(happened: string, remedy: string, options: { log?: string; cause?: unknown } = {}) {
    const log = options.log?.trim();
    const tail = log ? [`The end of its log:\n${log.replace(/^/gm, '  ')}`] : [];
    super([`Embedded PostgreSQL: ${happened}`, remedy, externalDatabaseRemedy, ...tail].join('\n'), { cause: options.cause });
    this.name = 'EmbeddedPostgresError';
  }

  /** Puts a failure of the operating system or of a PostgreSQL program into words, with the remedy when the reason is a known one. */
  static from(cause: unknown, doing: string, log = ''): EmbeddedPostgresError {
    if (cause instanceof EmbeddedPostgresError) return cause;
    const message = cause instanceof Error ? cause.message.trim() : String(cause);
    const known = knownFailures.find(({ says }) => says.test(`${message}\n${log}`));
    return new EmbeddedPostgresError(`${doing} failed: ${message}`, known?.remedy ?? 'The message above states the cause.', { log, cause });
  }
}
