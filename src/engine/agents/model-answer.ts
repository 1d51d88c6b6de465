import type { AssistantPart } from './model-message.js';

/** The tokens of one call. Cached tokens are part of `input`, reasoning tokens are part of `output`. */
export type ModelUsage = {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
  /** Whether the provider did not report some of it, so that it is counted by the server. */
  estimated: boolean;
};

/** Prices in US dollars for a million tokens. */
export type ModelPrices = { input: number; output: number; cacheRead?: number; cacheWrite?: number };

/** What one call costs, by the prices of that moment. Amounts are whole nano-dollars. */
export type ModelCost = {
  inputNanoUsd: number;
  outputNanoUsd: number;
  totalNanoUsd: number;
  prices: ModelPrices;
  /** Id of the entry whose prices apply. */
  pricedAs: string;
  /** Where the prices come from, with its version: the file of the operator, the provider of the workspace, or the catalogue. */
  catalogue: string;
};

/** Why a model stopped. */
export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

export type ModelFinish = {
  reason: FinishReason;
  /** The word of the provider; null if it gave none. */
  raw: string | null;
};

/** The whole answer to one call. */
export type ModelAnswer = {
  /** In the order in which the model wrote them. */
  parts: AssistantPart[];
  finish: ModelFinish;
  usage: ModelUsage;
  /** Null when no price is known. */
  cost: ModelCost | null;
  /** The model that the provider names; null if it names none. */
  providerModel: string | null;
  /** The provider's id of the answer. */
  responseId?: string;
  /** Settings that the provider ignored, and the like. */
  warnings: string[];
  /** How many times the provider was asked: 1, and more after retries. */
  tries: number;
  /** When the first token arrived, ISO 8601. */
  firstTokenAt?: string;
};

/** Who provides the key of a call, and so pays the provider. */
export type KeyOwner = 'block' | 'workspace' | 'organization' | 'operator' | 'none';

/** What a provider or the server says that a model can do. */
export type ModelCapability = 'tools' | 'vision' | 'files' | 'audio' | 'json' | 'reasoning' | 'embeddings';

/** A model as an agent uses it until its end, whatever the configuration becomes. */
export type PinnedModel = {
  /** The name that the author wrote. */
  name: string;
  /** Id of the provider: that of the operator's file, or of the provider of the workspace. */
  provider: string;
  /** The name of the provider that people see. */
  providerName: string;
  /** The name that the provider is sent. */
  model: string;
  /** Who has configured the provider. */
  source: 'operator' | 'workspace';
  /** Who provides the key. */
  keyOf: KeyOwner;
  /** What the model can do. */
  capabilities: ModelCapability[];
  /** Tokens that a conversation may have; null when unknown. */
  contextWindow: number | null;
  /** Tokens that an answer may have; null when unknown. */
  maxOutput: number | null;
};
