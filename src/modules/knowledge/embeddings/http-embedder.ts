import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { OutboundFailure, OutboundHttp, type OutboundResponse } from '#world/outbound/outbound-http.js';
import { Timers } from '#kernel/timers.js';
import { Embedder, EmbeddingFailure, type Embeddings } from './embedder.js';
import { embeddingsOf } from './embedding-answer.js';

const timeoutMs = 60_000;
const maxResponseBytes = 64 * 1024 * 1024;
const tries = 4;
const firstWaitMs = 500;
const longestWaitMs = 20_000;
/** Calls that one process has in the air at the same time. */
const mostCalls = 4;

/** Any endpoint that speaks as OpenAI's does: OpenAI itself, Azure, Ollama, vLLM, LM Studio, text-embeddings-inference. */
@Injectable()
export class HttpEmbedder extends Embedder {
  readonly model: string | undefined;
  readonly #calls: Promise<unknown>[] = [];

  constructor(
    private readonly config: Config,
    private readonly outbound: OutboundHttp,
    private readonly timers: Timers,
  ) {
    super();
    this.model = config.embeddingsUrl === undefined ? undefined : config.embeddingsModel;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    while (this.#calls.length >= mostCalls) await Promise.race(this.#calls);
    const call = this.#embed(texts, signal);
    const settled: Promise<void> = call.then(
      () => void this.#calls.splice(this.#calls.indexOf(settled), 1),
      () => void this.#calls.splice(this.#calls.indexOf(settled), 1),
    );
    this.#calls.push(settled);
    return call;
  }

  async #embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#ask(texts, signal);
      if (!(outcome instanceof Refused)) return embeddingsOf(outcome.body, texts);
      if (!outcome.mayPass || attempt >= tries) throw outcome.failure;
      await this.timers.wait(Math.min(longestWaitMs, outcome.waitMs ?? firstWaitMs * 4 ** (attempt - 1)), signal);
    }
  }

  async #ask(texts: readonly string[], signal: AbortSignal): Promise<OutboundResponse | Refused> {
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
      return response.status === 200 ? response : refusedBy(response);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundFailure)) throw error;
      const advice = error.kind === 'blocked' ? ' (an address in a private network has to be in SLUICE_OUTBOUND_ALLOW)' : '';
      const failure = new EmbeddingFailure(`The embeddings endpoint cannot be reached: ${error.message}${advice}`, { cause: error });
      return new Refused(failure, error.kind === 'network' || error.kind === 'timeout');
    }
  }
}

class Refused {
  constructor(
    readonly failure: EmbeddingFailure,
    readonly mayPass: boolean,
    readonly waitMs?: number,
  ) {}
}

/** What the endpoint says about it stays here: it may repeat the text, or the key. */
function refusedBy({ status, headers }: OutboundResponse): Refused {
  const seconds = Number(headers['retry-after']);
  const failure = new EmbeddingFailure(`The embeddings endpoint answered with status ${status}`);
  return new Refused(failure, status === 429 || status >= 500, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined);
}
