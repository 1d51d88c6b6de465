import { InfrastructureFault } from '#kernel/errors.js';
import type { Clock } from '#kernel/clock.js';
import { OriginQueues } from '#world/outbound/origin-queues.js';
import type { OutboundHttp } from '#world/outbound/outbound-http.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemTimers } from '#host/system-timers.js';
import type { ModelAnswer, PinnedModel } from '#engine/agents/model-answer.js';
import { ModelFailure, type ModelPart, type ModelRequest } from '#blocks/ports/language-models.js';
import { costOfTokens } from '#modules/models/domain/token-cost.js';
import { type Pricing, ProviderDirectory, type ProviderConnection } from '#modules/models/providers/provider-directory.js';
import { ProviderHealth } from '#modules/models/providers/provider-health.js';
import { AskModels } from '#modules/models/asking/ask-models.js';

const run = { workspaceId: 'w', workflowId: 'wf', callChain: ['caller'], executionId: 'e', userId: 'u', accountId: 'a' };

export const aModel: PinnedModel = {
  name: 'the model',
  provider: 'vendor',
  providerName: 'Vendor',
  model: 'model-1',
  source: 'operator',
  keyOf: 'operator',
  capabilities: [],
  contextWindow: null,
  maxOutput: null,
};

/** Where its provider is. */
export const aPlace = { provider: 'operator/vendor', origin: 'https://models.example' };

/** One provider, and prices of one and two dollars. */
export class OneProvider extends ProviderDirectory {
  /** Whether the database that knows of it cannot be reached. */
  isLost = false;
  place = aPlace;

  constructor(private readonly provider: ProviderConnection | Error) {
    super();
  }

  async resolve(name: string): Promise<PinnedModel> {
    return { ...aModel, name };
  }

  async connection(): Promise<ProviderConnection> {
    this.#requireDatabase();
    if (this.provider instanceof Error) throw this.provider;
    return { ...this.provider, place: this.place };
  }

  async pricing(): Promise<Pricing> {
    this.#requireDatabase();
    const prices = { input: 1, output: 2 };
    return (usage) => ({ ...costOfTokens(usage, prices), prices, pricedAs: 'vendor/model-1', catalogue: 'a test' });
  }

  #requireDatabase(): void {
    if (this.isLost) throw new InfrastructureFault('The database cannot be reached');
  }
}

/** Waits take no time and are remembered. */
class PromptTimers extends SystemTimers {
  readonly waits: number[] = [];

  override wait(ms: number): Promise<void> {
    this.waits.push(ms);
    return Promise.resolve();
  }
}

export interface AskedModels {
  readonly models: AskModels;
  readonly directory: OneProvider;
  readonly health: ProviderHealth;
  readonly queues: OriginQueues;
  /** What was waited between tries, ms. */
  readonly waits: readonly number[];
}

export function modelsOver(http: OutboundHttp, provider: Partial<ProviderConnection> | Error = {}): AskedModels {
  const clock: Clock = new SystemClock();
  const [health, queues, timers] = [new ProviderHealth(clock), new OriginQueues(), new PromptTimers()];
  const connection = {
    place: aPlace,
    kind: 'openai-compatible',
    baseUrl: 'https://models.example/v1',
    apiKey: 'sk-the-secret-key-0123456789',
    headers: {},
    concurrency: 10,
    idleTimeoutMs: 60_000,
    allowsPrivate: false,
    lacks: [],
  } as const;
  const directory = new OneProvider(provider instanceof Error ? provider : { ...connection, ...provider });
  const models = new AskModels({ directory, health, queues, http, clock, timers, userAgent: 'sluice/1.2.3' }, run);
  return { models, directory, health, queues, waits: timers.waits };
}

export function aRequest(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: aModel,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello, who are you?' }] }],
    settings: {},
    tools: [],
    toolChoice: 'auto',
    key: 'run/agent/1',
    readFile: () => Promise.reject(new Error('The request has no files')),
    ...more,
  };
}

export interface Asked {
  readonly parts: readonly ModelPart[];
  readonly text: string;
  readonly answer: ModelAnswer;
}

/** All parts of an answer. @throws ModelFailure */
export async function asked(parts: AsyncIterable<ModelPart>): Promise<Asked> {
  const all: ModelPart[] = [];
  for await (const part of parts) all.push(part);
  const last = all.at(-1);
  if (last?.type !== 'answered') throw new Error(`The last part is ${String(last?.type)}`);
  return { parts: all, text: all.map((part) => (part.type === 'text' ? part.text : '')).join(''), answer: last.answer };
}

export async function failureOf(outcome: Promise<unknown>): Promise<ModelFailure> {
  const error: unknown = await outcome.catch((caught: unknown) => caught);
  if (error instanceof ModelFailure) return error;
  throw new Error('Expected a failure of the model', { cause: error });
}
