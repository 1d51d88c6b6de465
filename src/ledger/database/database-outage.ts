/** SQLSTATE classes and codes that say "not now": connection lost, resources used up, shutting down, lock or time given up. */
const PASSING_STATES = /^(08|53|57P0|57014|55P03|40001|40P01|25006)/;
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver gives these no code. */
const DRIVER_MESSAGES = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

/** Whether an error of the database driver means that the same request may work shortly. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // Between its end and its return a server that is reached by a Unix socket has none.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (typeof code === 'string') return PASSING_STATES.test(code) || NETWORK_CODES.has(code);
  return DRIVER_MESSAGES.test(error.message);
}
