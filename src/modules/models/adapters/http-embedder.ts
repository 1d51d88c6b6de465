import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { OutboundFailure, OutboundHttp, type OutboundResponse } from '#world/outbound/outbound-http.js';
import { Timers } from '#kernel/timers.js';
import { Embedder, EmbeddingFailure, type Embeddings } from '../embeddings/embedder.js';
import { embeddingsOf } from './embedding-answer.js';

const timeoutMs = 60_000;
const maxResponseBytes = 64 * 1024 * 1024;
const maxAttempts = 4;
/** The first backoff. Each further one is four times as long, up to the maximum. */
const firstBackoffMs = 500;
const maxBackoffMs = 20_000;
/** Concurrent requests of one process. */
const maxRequests = 4;

/** Calls an OpenAI-compatible endpoint: OpenAI, Azure, Ollama, vLLM, LM Studio, text-embeddings-inference. */
@Injectable()
export class HttpEmbedder extends Embedder {
  readonly model: string | undefined;
  readonly #requests: Promise<unknown>[] = [];

  constructor(
    private readonly config: Config,
    private readonly outbound: OutboundHttp,
    private readonly timers: Timers,
  ) {
    super();
    this.model = config.embeddingsUrl === undefined ? undefined : config.embeddingsModel;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    while (this.#requests.length >= maxRequests) await Promise.race(this.#requests);
    const request = this.#embed(texts, signal);
    const settled: Promise<void> = request.then(
      () => void this.#requests.splice(this.#requests.indexOf(settled), 1),
      () => void this.#requests.splice(this.#requests.indexOf(settled), 1),
    );
    this.#requests.push(settled);
    return request;
  }

  async #embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#send(texts, signal);
      if (!(outcome instanceof Refusal)) return embeddingsOf(outcome.body, texts);
      if (!outcome.isRetryable || attempt >= maxAttempts) throw outcome.failure;
      await this.timers.wait(Math.min(maxBackoffMs, outcome.retryAfterMs ?? firstBackoffMs * 4 ** (attempt - 1)), signal);
    }
  }

  async #send(texts: readonly string[], signal: AbortSignal): Promise<OutboundResponse | Refusal> {
    const { embeddingsUrl = '', embeddingsApiKey, embeddingsModel } = this.config;
    const request = {
      url: `${embeddingsUrl}/embeddings`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(embeddingsApiKey === undefined ? {} : { authorization: `Bearer ${embeddingsApiKey}` }),
      },
      body: JSON.stringify({ model: embeddingsModel, input: texts }),
      timeoutMs,
      maxResponseBytes,
      signal,
    };
    try {
      const response = await this.outbound.send(request);
      return response.status === 200 ? response : refusalOf(response);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundFailure)) throw error;
      const advice = error.kind === 'blocked' ? ' (add an address of a private network to SLUICE_OUTBOUND_ALLOW)' : '';
      const failure = new EmbeddingFailure(`The embeddings endpoint cannot be reached: ${error.message}${advice}`, { cause: error });
      return new Refusal(failure, error.kind === 'network' || error.kind === 'timeout');
    }
  }
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
