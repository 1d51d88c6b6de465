/** Class of an error, for programs. For `OTHER`, `code` says more. */
export type ErrorKind =
  | 'UNAUTHORIZED'
  | 'TIMEOUT'
  | 'RATE_LIMIT_EXCEEDED'
  | 'USAGE_LIMIT_EXCEEDED'
  | 'EXECUTION_ERROR'
  | 'INVALID_JSON'
  | 'NETWORK'
  | 'OTHER';

export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
}

interface ErrorFacts {
  readonly kind: ErrorKind;
  /** Code of the answer, such as `NOT_FOUND`; the kind when the answer has none. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Id of the run that failed, or that is active under the same Idempotency-Key. */
  readonly executionId?: string | undefined;
  /** The answer, parsed as JSON where it is JSON, else its text. */
  readonly body?: unknown;
  /** The answer itself, its body unread. */
  readonly response?: Response | undefined;
  readonly cause?: unknown;
}

/** The error that every failed call throws. */
export class SluiceError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** The invalid fields of a 400. */
  readonly details: readonly ErrorDetail[];
  /** Names the request in the logs of the server. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly executionId: string | undefined;
  /** Body of the answer: parsed JSON, else text; undefined when there was no answer. */
  readonly body: unknown;
  readonly #response: Response | undefined;

  constructor(
    message: string,
    { kind, code = kind, status, details = [], requestId, retryAfterMs, executionId, body, response, cause }: ErrorFacts,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SluiceError';
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.executionId = executionId;
    this.body = body;
    this.#response = response;
  }

  /** @internal The answer with an unread body. */
  get response(): Response | undefined {
    return this.#response;
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

function kindOf(code: string | undefined, status: number): ErrorKind {
  if (code === 'BUDGET_EXCEEDED') return 'USAGE_LIMIT_EXCEEDED';
  return kinds.find((each) => each === code) ?? (status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'OTHER');
}

interface ErrorBody {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly details?: readonly ErrorDetail[];
  readonly executionId?: string;
}

/** The error that an answer describes. */
export async function errorOf(response: Response): Promise<SluiceError> {
  const unread = response.clone();
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  const code = textOf(body.code);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const message = textOf(body.error) ?? redirectIn(response) ?? `HTTP ${response.status} ${response.statusText}`.trim();
  return new SluiceError(message, {
    kind: kindOf(code, response.status),
    code,
    status: response.status,
    details: body.details,
    executionId: body.executionId ?? response.headers.get('x-execution-id') ?? undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
    body: jsonOr(text, response.headers),
    response: unread,
    retryAfterMs: Number.isNaN(seconds) ? undefined : seconds * 1000,
  });
}

/** Names the target without its query, which may contain a secret. */
function redirectIn({ status, headers }: Response): string | undefined {
  const target = status < 400 ? headers.get('location') : null;
  return target === null ? undefined : `The server redirects to ${target.replace(/[?#].*$/s, '')}, which the client does not follow`;
}

/** Routes below /api/v2 answer with an object: `{error: {code, message, details}}`. */
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

/** A body without a media type may be JSON, too. */
export function isJson(headers: Headers): boolean {
  const type = headers.get('content-type');
  return type === null || /json/i.test(type);
}

function jsonOr(text: string, headers: Headers): unknown {
  if (!isJson(headers)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
