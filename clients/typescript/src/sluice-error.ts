/** What went wrong, as a program may ask. `OTHER`: the `code` of the answer says more. */
export type ErrorKind =
  'UNAUTHORIZED' | 'TIMEOUT' | 'RATE_LIMIT_EXCEEDED' | 'USAGE_LIMIT_EXCEEDED' | 'EXECUTION_ERROR' | 'INVALID_JSON' | 'NETWORK' | 'OTHER';

export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
}

interface ErrorFacts {
  readonly kind: ErrorKind;
  /** Of the answer, such as `NOT_FOUND`; the kind when there was none. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Id of the run that failed, or that is active under the same Idempotency-Key. */
  readonly executionId?: string | undefined;
  readonly cause?: unknown;
}

/** Everything that a call may fail with. */
export class SluiceError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  /** Of the HTTP answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Which fields were wrong; with every 400. */
  readonly details: readonly ErrorDetail[];
  /** Tells the operator of the server which request it was. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly executionId: string | undefined;

  constructor(message: string, { kind, code = kind, status, details = [], requestId, retryAfterMs, executionId, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SluiceError';
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.executionId = executionId;
  }
}

const kinds: readonly ErrorKind[] = [
  'UNAUTHORIZED',
  'TIMEOUT',
  'RATE_LIMIT_EXCEEDED',
  'USAGE_LIMIT_EXCEEDED',
  'EXECUTION_ERROR',
  'INVALID_JSON',
];

interface ErrorBody {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly executionId?: string;
}

/** The error that an answer stands for. */
export async function errorOf(response: Response): Promise<SluiceError> {
  const body = parsed(await response.text().catch(() => ''));
  const code = textOf(body.code);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new SluiceError(textOf(body.error) ?? `HTTP ${response.status} ${response.statusText}`.trim(), {
    kind: kinds.find((each) => each === code) ?? (response.status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'OTHER'),
    code,
    status: response.status,
    details: body.details,
    executionId: body.executionId ?? response.headers.get('x-execution-id') ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: Number.isNaN(seconds) ? undefined : seconds * 1000,
  });
}

/** Routes of the second generation refuse with an object: `{error: {code, message, details}}`. */
function parsed(text: string): ErrorBody {
  try {
    const body = (JSON.parse(text) ?? {}) as ErrorBody;
    const { error } = body;
    if (typeof error !== 'object' || error === null) return body;
    const { message, code, details } = error as Omit<ErrorBody, 'error'> & { readonly message?: unknown };
    return { error: message, code, details: details ?? [] };
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
