import type { DatabaseError } from 'pg';
import { isDatabaseOutage } from './database-outage.js';
import { isOneOf, sqlState, sqlStateClass } from './sqlstate.js';

const lasting = [
  sqlStateClass.dataException,
  sqlStateClass.integrityConstraintViolation,
  sqlStateClass.syntaxErrorOrAccessRule,
  sqlStateClass.programLimitExceeded,
];

const refusals = [
  ...lasting,
  sqlStateClass.featureNotSupported,
  sqlStateClass.invalidTransactionState,
  sqlStateClass.transactionRollback,
  sqlStateClass.insufficientResources,
  sqlStateClass.objectNotInPrerequisiteState,
  sqlState.queryCanceled,
];

const passing = [
  sqlStateClass.connectionException,
  sqlStateClass.invalidTransactionState,
  sqlStateClass.transactionRollback,
  sqlStateClass.insufficientResources,
  sqlStateClass.objectNotInPrerequisiteState,
  sqlStateClass.operatorIntervention,
  sqlStateClass.systemError,
];

/** The database has refused the statement, so nothing of it is written. After other failures it may have been written. */
export function isRefusal(error: unknown): error is DatabaseError {
  return isOneOf(error, refusals);
}

/** The statement or its values are the cause: the database refuses the same statement again at any time. */
export function isLastingRefusal(error: unknown): error is DatabaseError {
  return isOneOf(error, lasting);
}

/** The cause is temporary, such as a lost connection, a full disk or a deadlock: the same statement may succeed later. */
export function isPassing(error: unknown): boolean {
  return isOneOf(error, passing) || isDatabaseOutage(error);
}
