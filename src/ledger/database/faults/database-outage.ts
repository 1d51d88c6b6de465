import { types } from 'node:util';
import { ServerRefused } from '../servers/server-refused.js';
import { isOneOf, sqlState, sqlStateClass } from './sqlstate.js';

/** The same request may succeed shortly: connection lost, resources used up, shutting down, an error of the disk, lock or statement timeout. */
const passingStates = [
  sqlStateClass.connectionException,
  sqlStateClass.insufficientResources,
  sqlStateClass.serverUnavailable,
  sqlStateClass.systemError,
  sqlState.queryCanceled,
  sqlState.lockNotAvailable,
  sqlState.serializationFailure,
  sqlState.deadlock,
  sqlState.readOnlyTransaction,
];
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver gives these no code. */
const driverMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Whether an error of the database driver means that the same request may succeed shortly. */
export function isDatabaseOutage(error: unknown): boolean {
  // In tests, errors of sockets belong to another realm.
  if (!types.isNativeError(error)) return false;
  if (error instanceof ServerRefused) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // The socket file of a server reached by a Unix socket is missing while the server restarts.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  if (typeof code === 'string') return isOneOf(error, passingStates) || networkCodes.has(code);
  return driverMessages.test(error.message);
}
