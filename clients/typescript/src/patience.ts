import { SluiceError } from './sluice-error.js';

/** Longer timers of the platform end at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** No answer with one of these can be made with a body. */
const bodiless = [204, 205, 304];

/** Ends an exchange in which the server is silent for too long. The time begins again with each part of a body that moves. */
export class Patience {
  /** Aborted by the caller, or after the time. */
  readonly signal: AbortSignal;
  readonly #silence = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAnswered = false;
  #local: { readonly fault: unknown } | undefined;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#ms = Math.min(ms, longestTimerMs);
    this.#caller = caller;
    this.signal = caller === undefined ? this.#silence.signal : AbortSignal.any([caller, this.#silence.signal]);
  }

  /** The answer of `exchange`. @throws SluiceError TIMEOUT or NETWORK, the reason of the caller's signal, or what the body to send has thrown */
  async wait(exchange: () => Promise<Response>): Promise<Response> {
    try {
      this.#begin();
      return await exchange();
    } catch (cause) {
      throw this.#failure('The server cannot be reached', cause);
    } finally {
      this.#isAnswered = true;
      this.#end();
    }
  }

  /** A body to send. While the caller makes its next part, nothing is expected of the server. */
  sending(body: BodyInit | undefined): BodyInit | undefined {
    if (!(body instanceof ReadableStream)) return body;
    return relayed(body as ReadableStream<Uint8Array>, async (read) => {
      this.#end();
      const part = await read().catch((fault: unknown) => {
        this.#local = { fault };
        throw fault;
      });
      if (!this.#isAnswered) this.#begin();
      return part;
    });
  }

  /**
   * The answer with a body that fails as calls do. A `fetch` may give bodies that are no streams of the web: they stay as they are, and so do
   * the empty ones that browsers give to answers which can have none.
   */
  receiving(response: Response): Response {
    if (bodiless.includes(response.status) || typeof response.body?.getReader !== 'function') return response;
    const body = relayed(response.body, async (read) => {
      this.#begin();
      try {
        return await read();
      } catch (cause) {
        throw this.#failure('The connection was lost', cause);
      } finally {
        this.#end();
      }
    });
    return Object.defineProperty(new Response(body, response), 'url', { value: response.url });
  }

  #begin(): void {
    this.#end();
    this.#timer = setTimeout(() => this.#silence.abort(), this.#ms);
  }

  #end(): void {
    clearTimeout(this.#timer);
  }

  #failure(what: string, cause: unknown): unknown {
    if (this.#caller?.aborted === true) return this.#caller.reason;
    const local = this.#local ?? unreadable(cause);
    if (local !== undefined) return local.fault;
    if (this.#silence.signal.aborted || isSilence(cause))
      return new SluiceError('The server took too long to answer', { kind: 'TIMEOUT', cause });
    return new SluiceError(`${what}: ${messageOf(cause)}`, { kind: 'NETWORK', cause });
  }
}

/** The fault of a file that cannot be read while it is sent, as it has changed or is gone. */
function unreadable(cause: unknown): { readonly fault: unknown } | undefined {
  const inner = (cause as { readonly cause?: unknown } | undefined)?.cause;
  const fault = [cause, inner].find((each) => (each as { readonly name?: unknown } | undefined)?.name === 'NotReadableError');
  return fault === undefined ? undefined : { fault };
}

/** A limit of Node's `fetch`: an own one of the caller may have it. */
function isSilence(cause: unknown): boolean {
  const { code } = ((cause as { readonly cause?: unknown } | undefined)?.cause ?? {}) as { readonly code?: unknown };
  return code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
}

type Part = ReadableStreamReadResult<Uint8Array>;

/** The same stream, each part of which `next` reads. */
function relayed(stream: ReadableStream<Uint8Array>, next: (read: () => Promise<Part>) => Promise<Part>): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await next(() => reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function messageOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : String(cause);
}
