/** What kind of refusal this is. The HTTP edge maps it to a status; the logger maps it to a level. */
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

/** One thing wrong with one field of what the caller sent. */
export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
}

/** In which way somebody was denied something. Whoever looks after the server is told, the caller is not. */
export type Denial = 'denied' | 'cross_workspace' | 'foreign_object';

export interface DomainErrorOptions {
  readonly details?: readonly ErrorDetail[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  readonly denial?: Denial;
}

/** A refusal that the caller can understand: a sentence for humans, a stable code for programs. */
export class DomainError extends Error {
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly denial: Denial | undefined;

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
