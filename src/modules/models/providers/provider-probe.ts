import { Injectable } from '@nestjs/common';
import { isJsonObject } from '#kernel/json.js';
import { Clock } from '#kernel/clock.js';
import { OutboundFailure, OutboundHttp } from '#world/outbound/outbound-http.js';
import type { ModelFailureKind } from '#blocks/ports/language-models.js';
import type { ProviderConnection } from './provider-directory.js';
import { ProviderHealth } from './provider-health.js';

/** The outcome of a test of a provider. */
export interface Probe {
  /** Whether the provider has answered and accepted the key. */
  readonly ok: boolean;
  /** How long the test took, in ms. */
  readonly latencyMs: number;
  /** The ids of the models that the provider lists; absent if it lists none. */
  readonly models?: readonly string[];
  /** What was wrong; absent if nothing was. */
  readonly error?: string;
}

const timeouts = { connectMs: 5_000, headersMs: 10_000, idleMs: 5_000, totalMs: 15_000 };
const maxResponseBytes = 8 * 1024 * 1024;
const mostModels = 1_000;
const anthropicVersion = '2023-06-01';

/** Asks a provider for its models: that needs a key where a call does, and costs nothing. */
@Injectable()
export class ProviderProbe {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly health: ProviderHealth,
    private readonly clock: Clock,
  ) {}

  async ask(connection: ProviderConnection): Promise<Probe> {
    const began = this.clock.now().getTime();
    const outcome = await this.#ask(connection);
    return { ok: outcome.error === undefined, latencyMs: Math.max(0, this.clock.now().getTime() - began), ...outcome };
  }

  /** Whether a provider has a model that it does not list: vendors do not list aliases. It is asked for the model by its name, which costs nothing. */
  async has(connection: ProviderConnection, model: string): Promise<boolean> {
    try {
      const { status, body } = await this.outbound.stream(requestFor(connection, `/models/${encodeURIComponent(model)}`));
      await collected(body);
      return status === 200;
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      return false;
    }
  }

  async #ask(connection: ProviderConnection): Promise<Pick<Probe, 'models' | 'error'>> {
    const { place } = connection;
    try {
      const { status, body } = await this.outbound.stream(requestFor(connection, '/models'));
      const answer = await collected(body);
      if (status !== 200) {
        this.health.failed(place, kindOf(status));
        return { error: refusal(status) };
      }
      this.health.succeeded(place);
      const models = modelsIn(answer);
      return models === undefined ? { error: 'The provider answered, but not with a list of models; check baseUrl' } : { models };
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      this.health.failed(place, error.kind === 'blocked' ? 'blocked-address' : 'unavailable');
      const advice = error.kind === 'blocked' ? '; an address in a private network must be listed in SLUICE_OUTBOUND_ALLOW' : '';
      return { error: `The provider cannot be reached: ${error.message}${advice}` };
    }
  }
}

function requestFor(connection: ProviderConnection, path: string): Parameters<OutboundHttp['stream']>[0] {
  const { baseUrl, headers, allowsPrivate } = connection;
  return {
    url: `${baseUrl}${path}`,
    method: 'GET',
    headers: { accept: 'application/json', ...headers, ...keyHeaders(connection) },
    timeouts,
    maxResponseBytes,
    allowsPrivate,
  };
}

function keyHeaders({ kind, apiKey }: ProviderConnection): Readonly<Record<string, string>> {
  const version = kind === 'anthropic' ? { 'anthropic-version': anthropicVersion } : {};
  if (apiKey === undefined) return version;
  if (kind === 'anthropic') return { ...version, 'x-api-key': apiKey };
  return kind === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
}

async function collected(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** The body of a refusal is dropped because it may repeat the key. */
function refusal(status: number): string {
  if (status === 401 || status === 403) return `The provider refused the key with status ${status}; check apiKey`;
  if (status === 404) return 'The provider answered with status 404; check baseUrl, which usually ends with /v1';
  return `The provider answered with status ${status}`;
}

function kindOf(status: number): ModelFailureKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** `{"data": [{"id"}]}`, or `{"models": [{"name"}]}` of Google, whose names begin with `models/`. */
function modelsIn(text: string): readonly string[] | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isJsonObject(answer)) return undefined;
    const items = (answer['data'] ?? answer['models']) as unknown;
    if (!Array.isArray(items)) return undefined;
    const names = (items as readonly unknown[]).map((item) => (isJsonObject(item) ? (item['id'] ?? item['name']) : undefined));
    return names
      .filter((name) => typeof name === 'string')
      .map((name) => name.replace(/^models\//, ''))
      .slice(0, mostModels);
  } catch {
    return undefined;
  }
}
