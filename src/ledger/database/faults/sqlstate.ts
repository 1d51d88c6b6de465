/** The SQLSTATE codes that this program handles. Code outside this file refers to them by these names. */
export const sqlState = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  readOnlyTransaction: '25006',
  serializationFailure: '40001',
  deadlock: '40P01',
  undefinedTable: '42P01',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const;

/** The classes of SQLSTATE codes: every code of a class begins with these characters. */
export const sqlStateClass = {
  connectionException: '08',
  featureNotSupported: '0A',
  dataException: '22',
  integrityConstraintViolation: '23',
  invalidTransactionState: '25',
  transactionRollback: '40',
  syntaxErrorOrAccessRule: '42',
  insufficientResources: '53',
  programLimitExceeded: '54',
  objectNotInPrerequisiteState: '55',
  operatorIntervention: '57',
  /** Part of `operatorIntervention`: the server shuts down, starts up or has ended the session. */
  serverUnavailable: '57P0',
  systemError: '58',
} as const;

export type SqlState = (typeof sqlState)[keyof typeof sqlState];
export type SqlStateClass = (typeof sqlStateClass)[keyof typeof sqlStateClass];

/** Whether the database has answered with this SQLSTATE code. */
export function hasState(error: unknown, state: SqlState): boolean {
  return stateOf(error) === state;
}

/** Whether the SQLSTATE code of an error is one of these or belongs to one of these classes. */
export function isOneOf(error: unknown, states: readonly (SqlState | SqlStateClass)[]): boolean {
  const state = stateOf(error);
  return states.some((prefix) => state.startsWith(prefix));
}

/** Errors of the network and the file system have codes too, most of other lengths. */
function stateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 ? code : '';
}
