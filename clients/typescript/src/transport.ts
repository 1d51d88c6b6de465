import { Patience } from './patience.js';
import { patientFetch } from './patient-fetch.js';
import { errorOf, SluiceError } from './sluice-error.js';
import { formOf, isRepeatable, partsOf, streamOf, type Upload } from './upload.js';

export interface ClientOptions {
  /** Default: `http://localhost:3000`. */
  readonly baseUrl?: string;
  /** Absent in pages of the server, which send the cookie of a session: see `credentials`. */
  readonly apiKey?: string;
  /** `same-origin` in pages of the server: requests without a key carry the cookie of the session. */
  readonly credentials?: 'same-origin';
  /**
   * How long the server may be silent, in ms: until it answers, and between two parts of a body. A `Blob` is sent as one part. Default: 60,000;
   * 600,000 for calls that wait for a run, and for streams, which follow their own option alone.
   */
  readonly timeoutMs?: number;
  /** Retries of a call. Default: 3. */
  readonly maxRetries?: number;
  /** Default: the global `fetch`. Your own may have limits that end a silent exchange before `timeoutMs`, as that of Node has after 300 s. */
  readonly fetch?: typeof fetch;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** How long the server may be silent, in ms. Default: that of the client. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string | Upload | undefined>>;
  readonly content?: Upload;
  readonly contentType?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request is idempotent. Default: all methods but POST and PATCH. */
  readonly repeatable?: boolean;
}

/** The rate limit of the caller, from the headers of an answer. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Date;
}

interface Payload {
  readonly headers: Readonly<Record<string, string>>;
  readonly canRepeat: boolean;
  body(): BodyInit | undefined;
}

/** How long the server may be silent while it runs a workflow, unless the caller says otherwise. */
export const longestRunMs = 600_000;

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** Sends requests, and retries them where that is safe. */
export class Transport {
  readonly #fetch: typeof fetch;
  readonly #apiKey: string | undefined;
  readonly #baseUrl: string;
  #rateLimit: RateLimit | undefined;

  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
    // Files often end with a line break.
    this.#apiKey = options.apiKey?.trim();
    if (this.#apiKey === '' || (this.#apiKey ?? options.credentials) === undefined) throw new TypeError('apiKey is required');
    // What refuses the header would show the key.
    if (!/^[\x20-\x7e]*$/.test(this.#apiKey ?? '')) throw new TypeError('apiKey contains characters that API keys do not have');
    this.#fetch = options.fetch ?? patientFetch;
    this.#baseUrl = addressIn(options.baseUrl ?? 'http://localhost:3000');
  }

  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit;
  }

  /** The body of a successful answer. @throws SluiceError */
  async json<Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> {
    return this.#repeated({ accept: 'application/json', ...request }, options, bodyOf<Body>);
  }

  /** The answer of a run, whatever status its workflow chose. @throws SluiceError when the run failed or none was started */
  async answer(request: ApiRequest, options: CallOptions = {}): Promise<Response> {
    try {
      return await this.response({ accept: 'application/json', ...request }, options);
    } catch (error) {
      if (error instanceof SluiceError && error.response !== undefined && isChosen(error)) return error.response;
      throw error;
    }
  }

  /** The options of a call that waits for a run. */
  ofRun<Options extends CallOptions>(options: Options): Options {
    return { ...options, timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? longestRunMs };
  }

  /** A successful answer. @throws SluiceError */
  response(request: ApiRequest, options: CallOptions = {}): Promise<Response> {
    return this.#repeated(request, options, (response) => Promise.resolve(response));
  }

  /** What `read` makes of a successful answer. A failure to read is a failure of the attempt. */
  async #repeated<Result>(request: ApiRequest, options: CallOptions, read: (response: Response) => Promise<Result>): Promise<Result> {
    const payload = payloadOf(request);
    const { maxRetries = 3 } = this.#options;
    const giveUpAt = Date.now() + this.#timeoutMs(options);
    for (let failures = 0; ;) {
      try {
        return await read(await this.#attempt(request, payload, options));
      } catch (error) {
        if (!(error instanceof SluiceError)) throw error;
        // The first request with this key is still active: wait for its answer.
        const isFollowing = failures > 0 && error.code === 'IDEMPOTENCY_KEY_IN_USE' && !canBeRead(error, request) && Date.now() < giveUpAt;
        if (!isFollowing && (failures >= maxRetries || !mayRepeat(error, request, payload))) throw error;
        const pauseMs = error.retryAfterMs ?? backoff(failures);
        // A call with a timeout of a minute must not wait an hour for the next attempt.
        if (pauseMs > this.#timeoutMs(options)) throw error;
        await pause(pauseMs, options.signal);
        // To wait for the first request is no failure of the next.
        if (!isFollowing) failures += 1;
      }
    }
  }

  #timeoutMs({ timeoutMs = this.#options.timeoutMs ?? 60_000 }: CallOptions): number {
    return timeoutMs;
  }

  async #attempt(request: ApiRequest, payload: Payload, options: CallOptions): Promise<Response> {
    const { signal, headers } = options;
    const { credentials } = this.#options;
    const apiKey = this.#apiKey;
    const patience = new Patience(this.#timeoutMs(options), signal);
    const body = patience.sending(payload.body());
    const init: RequestInit & { duplex?: 'half' } = {
      method: request.method,
      headers: sendable({
        ...(apiKey === undefined ? {} : { 'X-API-Key': apiKey }),
        Accept: request.accept ?? '*/*',
        ...payload.headers,
        ...this.#options.headers,
        ...request.headers,
        ...headers,
      }),
      signal: patience.signal,
      // A redirect would take the key to another address.
      redirect: 'manual',
      ...(credentials === undefined ? {} : { credentials }),
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
    };
    const url = `${this.#baseUrl}${request.path}${queryText(request.query)}`;
    const answered = await patience.wait(() => this.#fetch(url, init));
    if (answered.type === 'opaqueredirect') throw new SluiceError(`${this.#baseUrl} redirects to another address`, { kind: 'OTHER' });
    const response = patience.receiving(answered);
    this.#rateLimit = rateLimitIn(response.headers) ?? this.#rateLimit;
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

/** @throws TypeError that does not show the value, which may be a secret */
function sendable(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const checked = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      checked.set(name, value);
    } catch {
      throw new TypeError(`The header ${JSON.stringify(name)} contains characters that headers do not have`);
    }
  }
  return headers;
}

/** @throws SluiceError INVALID_JSON */
export async function bodyOf<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  if (text === '') return undefined as Body;
  try {
    return JSON.parse(text) as Body;
  } catch (cause) {
    const { status, headers } = response;
    throw new SluiceError('The response of the server is not JSON', {
      kind: 'INVALID_JSON',
      status,
      executionId: headers.get('x-execution-id') ?? undefined,
      requestId: headers.get('x-request-id') ?? undefined,
      body: text,
      cause,
    });
  }
}

/** Whether a Response block chose the status. Errors of the server have the fields `error` and `code`. */
function isChosen({ executionId, body }: SluiceError): boolean {
  const { error, code } = (body ?? {}) as { readonly error?: unknown; readonly code?: unknown };
  return executionId !== undefined && (typeof error !== 'string' || typeof code !== 'string');
}

function addressIn(baseUrl: string): string {
  const { protocol } = URL.canParse(baseUrl) ? new URL(baseUrl) : { protocol: '' };
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl must be an http or https address, such as http://localhost:3000');
  return baseUrl.replace(/\/+$/, '');
}

function payloadOf({ body, form, content, contentType = 'application/octet-stream' }: ApiRequest): Payload {
  if (form !== undefined) {
    const encoded = formOf(form);
    return { headers: { 'Content-Type': encoded.contentType }, canRepeat: encoded.repeatable, body: () => encoded.body() };
  }
  if (content !== undefined) {
    // Browsers send streams over HTTP/2 alone, and a blob is read in parts without one.
    const body = (): BodyInit => (content instanceof Blob ? content : streamOf(partsOf(content)));
    return { headers: { 'Content-Type': contentType }, canRepeat: isRepeatable(content), body };
  }
  if (body === undefined) return { headers: {}, canRepeat: true, body: () => undefined };
  const text = JSON.stringify(body);
  return { headers: { 'Content-Type': 'application/json' }, canRepeat: true, body: () => text };
}

/** A stream does not wait for the end of the run: it can be read as soon as the run has an id. */
function canBeRead({ executionId }: SluiceError, { accept }: ApiRequest): boolean {
  return accept === 'text/event-stream' && executionId !== undefined;
}

/** A 429 was not executed, so it is always safe to retry. Other failures may have been executed: only idempotent requests are retried. */
function mayRepeat({ status, kind }: SluiceError, { method, repeatable }: ApiRequest, { canRepeat }: Payload): boolean {
  if (!canRepeat) return false;
  if (status === 429) return true;
  const isHarmless = repeatable ?? !['POST', 'PATCH'].includes(method);
  return isHarmless && (status === 503 || status === 502 || status === 504 || kind === 'NETWORK');
}

/** Exponential backoff with jitter. */
function backoff(failures: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** @throws the reason of the signal when it aborts first */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)])).toString()}`;
}

function rateLimitIn(headers: Headers): RateLimit | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  if (!limit || !remaining || !reset) return undefined;
  return { limit: Number(limit), remaining: Number(remaining), resetAt: new Date(reset) };
}
