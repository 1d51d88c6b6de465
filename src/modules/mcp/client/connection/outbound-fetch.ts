import { OutboundFailure, type OutboundHttp, type OutboundStream, type StreamTimeouts } from '#world/outbound/outbound-http.js';

/** How the exchanges of one connection are made. */
export interface FetchRules {
  /** Sent with each request. They may contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The workflows that led to the connection. */
  readonly via: readonly string[];
  /** The workspace that the server belongs to. */
  readonly tenant: string;
  readonly timeouts: StreamTimeouts;
  /** Of all answers together. */
  readonly mostBytes: number;
  /** Sees the answers as they arrive. What it throws ends them. */
  readonly inspect?: (piece: Uint8Array) => void;
  readonly signal: AbortSignal;
}

/** A call is not sent again, unless its tool is idempotent, and neither is a code or a refresh token, which counts once. */
const onceMarks = ['"method":"tools/call"', 'grant_type='];
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * The `fetch` of one connection to an MCP server: each request obeys the outbound policy and follows no redirect. It keeps the first failure, because the
 * library has other words for it.
 */
export class OutboundFetch {
  failure: OutboundFailure | undefined;
  #bytes = 0;

  constructor(
    private readonly http: OutboundHttp,
    private readonly rules: FetchRules,
  ) {}

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    // A stream for messages of the server is of no use to a connection that ends with its answer. One that is read on is.
    if (method === 'GET' && (headers.get('accept') ?? '').includes('text/event-stream') && !headers.has('last-event-id')) {
      return new Response(null, { status: 405 });
    }
    const url = typeof input === 'string' || input instanceof URL ? String(input) : input.url;
    const { signal, via, tenant, timeouts } = this.rules;
    const body = bodyOf(init.body);
    try {
      const answer = await this.http.stream({
        url,
        method,
        headers: { ...this.rules.headers, ...Object.fromEntries(headers), ...chain(via) },
        body,
        isSentOnce: onceMarks.some((mark) => body?.includes(mark)),
        via,
        tenant,
        timeouts,
        maxResponseBytes: this.#left(),
        signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
      });
      return new Response(withoutBody.has(answer.status) ? null : this.#streamed(answer), {
        status: answer.status,
        headers: passedOn(answer.headers),
      });
    } catch (error) {
      throw this.#keep(error);
    }
  };

  #left(): number {
    const left = this.rules.mostBytes - this.#bytes;
    if (left <= 0) throw new OutboundFailure('too-large', `The answers are larger than ${this.rules.mostBytes} bytes`);
    return left;
  }

  #streamed({ body }: OutboundStream): ReadableStream<Uint8Array> {
    const pieces = body[Symbol.asyncIterator]();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { done = false, value } = await pieces.next();
            if (done) return controller.close();
            this.#bytes += value.length;
            this.rules.inspect?.(value);
            controller.enqueue(value);
          } catch (error) {
            await pieces.return?.();
            controller.error(this.#keep(error));
          }
        },
        cancel: async () => void (await pieces.return?.()),
      },
      { highWaterMark: 0 },
    );
  }

  #keep(error: unknown): unknown {
    if (error instanceof OutboundFailure && error.kind !== 'aborted') this.failure ??= error;
    return error;
  }
}

/** MCP servers may be servers of this kind: each of them refuses a chain that has become too long. */
function chain(via: readonly string[]): Readonly<Record<string, string>> {
  return via.length === 0 ? {} : { 'x-sim-via': via.join(',') };
}

function bodyOf(body: RequestInit['body']): string | null {
  if (body === null || body === undefined) return null;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('The library sends a body that is no text');
}

/** The body is decoded already. */
function passedOn({ 'content-encoding': _, 'content-length': __, ...headers }: Readonly<Record<string, string>>): Record<string, string> {
  return headers;
}
