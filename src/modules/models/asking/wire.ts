import type { Clock } from '#kernel/clock.js';
import type { OutboundHttp, OutboundStream } from '#world/outbound/outbound-http.js';
import type { ProviderConnection } from '../providers/provider-directory.js';
import { keyHeaders } from './dialects.js';
import { refusalIn, retryAfterMs, UnreadableAnswer } from './provider-refusal.js';
import { UsageLines } from './usage-lines.js';

/** Enough for the error object of every dialect. */
const mostOfRefusalBytes = 64 * 1024;

interface WireParts {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly connection: ProviderConnection;
  /** It is a secret. */
  readonly apiKey: string | undefined;
  /** The workflows that led to the call. */
  readonly via: readonly string[];
  readonly tenant: string;
  readonly userAgent: string;
  /** How long what arrives is gathered, in ms. */
  readonly gatherMs: () => number;
}

/** The exchange of one try, behind the `fetch` that the library calls. It keeps its own failure, since the library wraps errors with the request in them. */
export class Wire {
  /** Why the exchange failed. */
  failure: Error | undefined;
  /** Whether the provider began an answer. */
  hasAnswered = false;
  readonly #lines = new UsageLines();

  constructor(private readonly parts: WireParts) {}

  /** Whether the provider reported usage that cannot be true. */
  get hasWrongUsage(): boolean {
    return this.#lines.isWrong;
  }

  readonly exchange = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      const answer = await this.#open(url, init);
      if (answer.status !== 200) {
        const wait = retryAfterMs(answer.headers, this.parts.clock.now());
        throw refusalIn(await startOf(answer), answer.status, wait);
      }
      requireStream(answer);
      this.hasAnswered = true;
      return new Response(this.#streamed(answer), { status: answer.status, headers: answer.headers });
    } catch (error) {
      throw this.#keep(error);
    }
  };

  #open(url: string, { headers = {}, body, signal }: RequestInit): Promise<OutboundStream> {
    const { http, connection, apiKey, via, tenant, userAgent, gatherMs } = this.parts;
    const { idleTimeoutMs: idleMs, allowsPrivate } = connection;
    const own = Object.fromEntries(Object.entries(connection.headers).map(([name, value]) => [name.toLowerCase(), value]));
    return http.stream({
      url,
      method: 'POST',
      headers: { ...(headers as Record<string, string>), ...keyHeaders(connection.kind, apiKey), ...own, 'user-agent': userAgent },
      body: body as string,
      via,
      tenant,
      timeouts: { headersMs: idleMs, idleMs },
      allowsPrivate,
      gatherMs,
      ...(signal ? { signal } : {}),
    });
  }

  #streamed({ body }: OutboundStream): ReadableStream<Uint8Array> {
    const pieces = body[Symbol.asyncIterator]();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            await this.#pass(pieces, controller);
          } catch (error) {
            // An error would take back what the library has not passed on yet. The failure is kept, and the stream ends.
            this.#keep(error);
            controller.close();
          }
        },
        cancel: async () => void (await pieces.return?.()),
      },
      { highWaterMark: 0 },
    );
  }

  /** Passes on the next whole lines. */
  async #pass(pieces: AsyncIterator<Uint8Array>, controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      const { done = false, value } = await pieces.next();
      const lines = done ? this.#lines.rest() : this.#lines.take(value as Uint8Array);
      if (lines.length > 0) controller.enqueue(lines);
      if (done) controller.close();
      if (done || lines.length > 0) return;
    }
  }

  #keep(error: unknown): Error {
    this.failure ??= error as Error;
    return error as Error;
  }
}

/** @throws UnreadableAnswer for a page or a plain document in place of a stream */
function requireStream({ headers }: OutboundStream): void {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/json') throw new UnreadableAnswer(`It is ${type}, not a stream of events`);
}

async function startOf({ body }: OutboundStream): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size >= mostOfRefusalBytes) break;
  }
  return Buffer.concat(pieces).toString();
}
