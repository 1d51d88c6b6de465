import {
  OutboundFailure,
  OutboundHttp,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
  type OutboundStreamRequest,
} from '#world/outbound/outbound-http.js';

/** A piece of a streamed body: text, bytes, a wait that the spec ends, or the failure that ends the body. */
export type ScriptedPiece = string | Uint8Array | Promise<unknown> | Error;

export interface ScriptedAnswer {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A list is streamed piece by piece. */
  readonly body?: string | readonly ScriptedPiece[];
}

/** An outside that gives the answers of a script, one after the other and the last one for ever, and remembers what it was asked. */
export class ScriptedHttp extends OutboundHttp {
  readonly requests: (OutboundStreamRequest & { readonly timeoutMs?: number })[] = [];
  /** Streamed answers that were not read to their end: the connection of each was closed early. */
  closedEarly = 0;
  readonly #script: readonly (ScriptedAnswer | Error)[];

  constructor(...script: readonly (ScriptedAnswer | Error)[]) {
    super();
    this.#script = script;
  }

  async send(request: OutboundRequest): Promise<OutboundResponse> {
    const { body, ...answer } = await this.stream(request);
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return { ...answer, body: new Uint8Array(Buffer.concat(pieces)) };
  }

  async stream(request: OutboundStreamRequest): Promise<OutboundStream> {
    const answer = this.#script[Math.min(this.requests.length, this.#script.length - 1)] ?? {};
    this.requests.push(request);
    if (answer instanceof Error) throw answer;
    const { status = 200, statusText = 'OK', headers = {}, body = '' } = answer;
    const pieces = typeof body === 'string' ? [body] : body;
    return { url: request.url, status, statusText, headers, body: this.#streamed(pieces, request.signal) };
  }

  async *#streamed(pieces: readonly ScriptedPiece[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    let isRead = false;
    try {
      for (const piece of pieces) {
        if (piece instanceof Error) throw piece;
        if (piece instanceof Promise) await orAborted(piece, signal);
        else yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
      }
      isRead = true;
    } finally {
      if (!isRead) this.closedEarly += 1;
    }
  }
}

async function orAborted(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(new OutboundFailure('aborted', 'The request was aborted'));
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  await Promise.race([wait, aborted]).finally(() => signal?.removeEventListener('abort', abort));
}
