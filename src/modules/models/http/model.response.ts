import type { ListedModel, ListedPrices, ModelAbility, ProviderKind, ServerLack } from '#kernel/models/model-provider.js';
import type { OriginHealth } from '../providers/provider-health.js';
import type { ModelProviderRow } from '../queries/model-provider-rows.js';
import type { ModelView } from '../queries/list-models.query.js';

/** A model provider of a workspace. */
export interface ModelProviderResponse {
  /** Id of the provider. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the provider. */
  readonly name: string;
  /** The dialect that the provider speaks. */
  readonly kind: ProviderKind;
  /** Address of the API. */
  readonly baseUrl: string;
  /** Whether the provider is called with a key of the environment. The key itself is never shown. */
  readonly hasApiKey: boolean;
  /** Further headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long a stream may pause, in ms. */
  readonly idleTimeoutMs: number;
  /** The models that may be used; null: any. */
  readonly models: readonly ListedModel[] | null;
  /** What the server refuses. */
  readonly lacks: readonly ServerLack[];
  /** When the provider was created. */
  readonly createdAt: string;
  /** When the provider was last changed. */
  readonly updatedAt: string;
}

export function modelProviderResponse(row: ModelProviderRow): ModelProviderResponse {
  const { id, workspaceId, name, kind, baseUrl, secret, headers, idleTimeoutMs, models, lacks, createdAt, updatedAt } = row;
  return { id, workspaceId, name, kind, baseUrl, hasApiKey: secret !== null, headers, idleTimeoutMs, models, lacks, createdAt, updatedAt };
}

/** A model that the caller may use in the workspace. */
export interface ModelResponse {
  /** The name that the provider is sent. By it the model is found, if no provider before has a model of that id. */
  readonly id: string;
  /** `<provider>/<id>`: the name that always means this model. */
  readonly name: string;
  /** Further names. */
  readonly aliases: readonly string[];
  /** Name of the provider. */
  readonly provider: string;
  /** Who has set the provider up. */
  readonly source: 'operator' | 'workspace';
  /** Longest conversation, in tokens; null when unknown. */
  readonly contextWindow: number | null;
  /** Longest answer, in tokens; null when unknown. */
  readonly maxOutput: number | null;
  /** What the model can do. */
  readonly capabilities: readonly ModelAbility[];
  /** Prices in US dollars for a million tokens, of a short request; null when unknown. */
  readonly prices: ListedPrices | null;
  /** Whether the prices are known. */
  readonly isPriced: boolean;
  /** Whether an agent without a model uses this one. */
  readonly isDefault: boolean;
}

export function modelResponse({ prices, ...view }: ModelView): ModelResponse {
  if (prices === null) return { ...view, prices: null, isPriced: false };
  const { input, output, cacheRead, cacheWrite } = prices;
  const cached = { ...(cacheRead === undefined ? {} : { cachedInput: cacheRead }), ...(cacheWrite === undefined ? {} : { cacheWrite }) };
  return { ...view, prices: { input, ...cached, output }, isPriced: true };
}

/** The outcome of a test that a name was given for. */
export interface TestedModelResponse {
  /** Whether the provider has answered, accepted the key and has the model. */
  readonly ok: boolean;
  /** How long the test took, in ms. */
  readonly latencyMs: number;
  /** The ids of the models that the provider lists; absent if it lists none. */
  readonly models?: readonly string[];
  /** What was wrong; absent if nothing was. */
  readonly error?: string;
  /** Name of the provider. */
  readonly provider: string;
  /** The model; null if the name is that of a provider. */
  readonly model: string | null;
}

/** The circuit breaker of a provider. */
export interface ModelsHealthResponse extends OriginHealth {
  /** The name of the provider whose calls the breaker counts. */
  readonly providers: readonly string[];
}
