/** The provider of embeddings failed. A later retry may succeed. */
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

/** Turns texts into vectors. Texts with similar meanings get vectors close to each other. */
export abstract class Embedder {
  /** The name of the model. Undefined when no provider is configured. */
  abstract readonly model: string | undefined;

  /** @throws EmbeddingFailure, or the reason of the signal */
  abstract embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings>;
}
