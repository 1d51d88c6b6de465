import type { KeyOwner } from '#engine/agents/model-answer.js';

/** The provider of embeddings failed, or cannot be used now. A later retry may succeed. */
export class EmbeddingFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddingFailure';
  }
}

export interface Embeddings {
  /** One vector of length 1 for each text, all of the same dimension. */
  readonly vectors: readonly Float32Array[];
  /** The number of tokens in the texts, as the provider counts them. */
  readonly tokens: number;
}

/** What the tokens of a model are charged as. */
export interface EmbeddingPrice {
  /** The name that the provider is sent. */
  readonly model: string;
  /** US dollars for a million tokens; undefined: they cost nothing, or no price is known. */
  readonly priceUsd: number | undefined;
  readonly keyOf: KeyOwner;
}

/** Turns texts into vectors. Texts with similar meanings get vectors close to each other. */
export interface EmbeddingModel {
  /** Only vectors of models with the same name are comparable. */
  readonly name: string;
  readonly price: EmbeddingPrice;
  /** @throws EmbeddingFailure, or the reason of the signal */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings>;
}

/** The models for embeddings. */
export abstract class Embedder {
  /** Name of the model of `SLUICE_EMBEDDINGS_URL`; undefined when it is not configured. */
  abstract readonly usual: string | undefined;

  /** The name `<provider>/<model>` of a model that a workspace may use. @throws DomainError for one that it may not use */
  abstract named(name: string, workspaceId: string): Promise<string>;

  /** A model as it is configured now; `null` names the usual one. Undefined when that is not configured. @throws EmbeddingFailure */
  abstract of(name: string | null, workspaceId: string): Promise<EmbeddingModel | undefined>;
}
