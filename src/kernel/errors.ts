/** The kind of a refusal. The logger maps it to a level, `statusOf` to an HTTP status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment-required'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media'
  | 'unsatisfiable'
  | 'unprocessable'
  | 'limited'
  | 'timeout'
  | 'unavailable';

/** The HTTP status of each kind of refusal: of an answer of the API, and of a block that fails with it. */
export const statusOf: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  timeout: 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  unsatisfiable: 416,
  unprocessable: 422,
  limited: 429,
  unavailable: 503,
};

/** One problem with one field of the request. */
export interface ErrorDetail {
  /** The field: names of objects and indexes of lists, from the outside in. */
  readonly path: readonly (string | number)[];
  /** A message for people. */
  readonly message: string;
  /** Kind of the problem, for programs. */
  readonly code: string;
}

/** The reason why a caller was denied access. The operator of the server sees it, the caller does not. */
export type Denial = 'denied' | 'cross_workspace' | 'foreign_object';

export interface DomainErrorOptions {
  readonly details?: readonly ErrorDetail[];
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  readonly denial?: Denial;
  /** Further fields of the answer. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** A refusal that the caller can understand: a sentence for humans, a stable code for programs. */
export class DomainError extends Error {
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly denial: Denial | undefined;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'DomainError';
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.denial = options.denial;
    this.fields = options.fields;
  }
}

/**
 * The database, the storage of files, the host of the sandbox or this process cannot do its part at the moment. Neither a caller nor the
 * author of a workflow is the cause: the same work succeeds later, or in another process. A run that meets it is given back and does not fail.
 */
export class InfrastructureFault extends DomainError {
  constructor(message: string, { retryAfterSeconds = 1, cause }: Pick<DomainErrorOptions, 'retryAfterSeconds' | 'cause'> = {}) {
    super('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds, cause });
    this.name = 'InfrastructureFault';
  }
}

/** A request with one or more bad fields. The first problem is the sentence that humans see. */
export function invalid(details: readonly ErrorDetail[]): DomainError {
  return new DomainError('invalid', 'VALIDATION_FAILED', details[0]?.message ?? 'The request is not valid', { details });
}

export function invalidField(path: string | readonly (string | number)[], message: string, code = 'invalid'): DomainError {
  return invalid([{ path: typeof path === 'string' ? [path] : path, message, code }]);
}

/** The same bytes for an id that is absent and for one that the caller may not see. */
export function notFound(what: string, denial?: Denial): DomainError {
  return new DomainError('not-found', 'NOT_FOUND', `${what} not found`, denial === undefined ? {} : { denial });
}

export function conflict(code: string, message: string): DomainError {
  return new DomainError('conflict', code, message);
}

export function forbidden(message = 'Access denied', code = 'FORBIDDEN', denial: Denial = 'denied'): DomainError {
  return new DomainError('forbidden', code, message, { denial });
}

/** Closes a switch over a union: a case that was forgotten is a compile error, and at run time a clear failure. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
