import type { DatabaseError } from 'pg';
import { isDatabaseOutage } from './database-outage.js';
import { isOneOf, sqlStateClass } from './sqlstate.js';

const lasting = [
  sqlStateClass.dataException,
  sqlStateClass.integrityConstraintViolation,
  sqlStateClass.syntaxErrorOrAccessRule,
  sqlStateClass.programLimitExceeded,
];

/** The connection or its server is lost. A pooler reports this for its server, as an error of the statement. */
const endings = [sqlStateClass.connectionException, sqlStateClass.serverUnavailable];

const passing = [
  sqlStateClass.connectionException,
  sqlStateClass.invalidTransactionState,
  sqlStateClass.transactionRollback,
  sqlStateClass.insufficientResources,
  sqlStateClass.objectNotInPrerequisiteState,
  sqlStateClass.operatorIntervention,
  sqlStateClass.systemError,
];

/**
 * The database has refused the statement, for whatever reason, so nothing of it is written. After other failures it may have been written:
 * the connection has ended, and perhaps after the commit.
 */
export function isRefusal(error: unknown): error is DatabaseError {
  return severityOf(error) !== undefined && !endsConnection(error) && !isOneOf(error, endings);
}

/** The server ends the connection behind this error. */
export function endsConnection(error: unknown): boolean {
  return ['FATAL', 'PANIC'].includes(severityOf(error) ?? '');
}

/** Of each error that the database reports, in the language of the server; those of the network have none. */
function severityOf(error: unknown): string | undefined {
  const { severity } = (error ?? {}) as { severity?: unknown };
  return typeof severity === 'string' ? severity : undefined;
}

/** The statement or its values are the cause: the database refuses the same statement again at any time. */
export function isLastingRefusal(error: unknown): error is DatabaseError {
  return isOneOf(error, lasting);
}

/** The cause is temporary, such as a lost connection, a full disk or a deadlock: the same statement may succeed later. */
export function isPassing(error: unknown): boolean {
  return isOneOf(error, passing) || isDatabaseOutage(error);
}
