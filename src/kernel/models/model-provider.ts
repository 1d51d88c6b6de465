export const providerKinds = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;

/** The dialect that a provider speaks. */
export type ProviderKind = (typeof providerKinds)[number];

export const modelAbilities = ['tools', 'vision', 'files', 'audio', 'json', 'reasoning', 'embeddings'] as const;
export type ModelAbility = (typeof modelAbilities)[number];

export const serverLacks = ['usage-in-streams', 'json-schema', 'tool-choice'] as const;

/** What an OpenAI-compatible server refuses: `stream_options`, `json_schema`, `tool_choice`. */
export type ServerLack = (typeof serverLacks)[number];

/** Prices in US dollars for a million tokens. */
export interface ListedPrices {
  /** Tokens of the request. */
  readonly input: number;
  /** Tokens of the request that the provider had cached; absent: as other tokens of the request. */
  readonly cachedInput?: number;
  /** Tokens of the request that the provider puts into its cache; absent: as other tokens of the request. */
  readonly cacheWrite?: number;
  /** Tokens of the answer, reasoning included. */
  readonly output: number;
}

/** What is written about one model of a provider. Absent facts come from the catalogue of the server. */
export interface ListedModel {
  /** Name that the provider is sent. */
  readonly id: string;
  /** Further names of the model. */
  readonly alias?: readonly string[];
  /** Longest conversation, in tokens. */
  readonly contextWindow?: number;
  /** Longest answer, in tokens. */
  readonly maxOutput?: number;
  /** What the model can do. */
  readonly capabilities?: readonly ModelAbility[];
  /** What the model costs. */
  readonly prices?: ListedPrices;
}

/** What operators and workspaces both say about a provider. */
export interface ProviderSettings {
  readonly kind: ProviderKind;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly models: readonly ListedModel[];
  /** Whether the provider takes names of models that are not listed. */
  readonly anyModel: boolean;
  readonly idleTimeoutMs: number;
  readonly lacks: readonly ServerLack[];
}

/** The address of each vendor, for a provider that names none. */
export const usualBaseUrls: Readonly<Record<ProviderKind, string | undefined>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': undefined,
};

export const usualIdleTimeoutMs = 120_000;

/** Scheme, host and port of an address. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
