import { Injectable } from '@nestjs/common';
import { OutboundFailure, OutboundHttp, type OutboundResponse } from '#world/outbound/outbound-http.js';
import type { ProviderKind } from '#kernel/models/model-provider.js';
import { OriginQueues } from '#world/outbound/origin-queues.js';
import { Timers } from '#kernel/timers.js';
import { keyOfPlace, type ProviderPlace } from '../providers/provider-place.js';
import { EmbeddingFailure, type Embeddings } from '../embeddings/embedder.js';
import { embeddingsOf } from './embedding-answer.js';

const timeoutMs = 60_000;
const maxResponseBytes = 64 * 1024 * 1024;
const maxAttempts = 4;
/** The first backoff. Each further one is four times as long, up to the maximum. */
const firstBackoffMs = 500;
const maxBackoffMs = 20_000;
/** Concurrent requests of one process to one provider. */
const maxRequests = 4;

/** Where a model for embeddings is, and its name there. */
export interface EmbeddingEndpoint {
  /** Requests of one place wait for each other. */
  readonly place: ProviderPlace;
  readonly kind: ProviderKind;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** They contain the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string;
  /** Whether a private address is allowed whatever the outbound policy says. */
  readonly allowsPrivate: boolean;
}

/** Calls endpoints for embeddings: OpenAI, Azure, Ollama, vLLM, LM Studio, text-embeddings-inference, and Gemini. */
@Injectable()
export class HttpEmbeddings {
  /** A queue apart from that of language models: documents are read in the background, and must not slow agents down. They wait as long as it takes. */
  readonly #queues = new OriginQueues(Infinity);

  constructor(
    private readonly outbound: OutboundHttp,
    private readonly timers: Timers,
  ) {}

  /** @throws EmbeddingFailure, or the reason of the signal */
  async embed(endpoint: EmbeddingEndpoint, texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    const leave = await this.#queues.enter(keyOfPlace(endpoint.place), maxRequests, signal);
    try {
      return await this.#embed(endpoint, texts, signal);
    } finally {
      leave();
    }
  }

  async #embed(endpoint: EmbeddingEndpoint, texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#send(endpoint, texts, signal);
      if (!(outcome instanceof Refusal)) return embeddingsOf(outcome.body, texts);
      if (!outcome.isRetryable || attempt >= maxAttempts) throw outcome.failure;
      await this.timers.wait(Math.min(maxBackoffMs, outcome.retryAfterMs ?? firstBackoffMs * 4 ** (attempt - 1)), signal);
    }
  }

  async #send(endpoint: EmbeddingEndpoint, texts: readonly string[], signal: AbortSignal): Promise<OutboundResponse | Refusal> {
    const { headers, allowsPrivate } = endpoint;
    const { url, body } = questionOf(endpoint, texts);
    const request = { url, method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, maxResponseBytes, signal };
    try {
      const timeouts = { headersMs: timeoutMs, totalMs: timeoutMs };
      const answer = await this.outbound.stream({ ...request, timeouts, allowsPrivate });
      const whole: OutboundResponse = { ...answer, body: await bytesOf(answer.body) };
      return whole.status === 200 ? whole : refusalOf(whole);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundFailure)) throw error;
      const advice = error.kind === 'blocked' ? ' (add an address of a private network to SLUICE_OUTBOUND_ALLOW)' : '';
      const failure = new EmbeddingFailure(`The embeddings endpoint cannot be reached: ${error.message}${advice}`, { cause: error });
      return new Refusal(failure, error.kind === 'network' || error.kind === 'timeout');
    }
  }
}

function questionOf({ kind, baseUrl, model }: EmbeddingEndpoint, texts: readonly string[]): { url: string; body: string } {
  if (kind !== 'google') return { url: `${baseUrl}/embeddings`, body: JSON.stringify({ model, input: texts }) };
  const requests = texts.map((text) => ({ model: `models/${model}`, content: { parts: [{ text }] } }));
  return { url: `${baseUrl}/models/${encodeURIComponent(model)}:batchEmbedContents`, body: JSON.stringify({ requests }) };
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

class Refusal {
  constructor(
    readonly failure: EmbeddingFailure,
    readonly isRetryable: boolean,
    readonly retryAfterMs?: number,
  ) {}
}

/** The body of the answer is dropped because it may repeat the text or the key. */
function refusalOf({ status, headers }: OutboundResponse): Refusal {
  const seconds = Number(headers['retry-after']);
  const failure = new EmbeddingFailure(`The embeddings endpoint answered with status ${status}`);
  return new Refusal(failure, status === 429 || status >= 500, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined);
}
