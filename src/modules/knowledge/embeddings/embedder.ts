/** The provider of embeddings did not do its part; trying again later may help. */
export class EmbeddingFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddingFailure';
  }
}

/** What became of texts. */
export interface Embeddings {
  /** One vector of length 1 for each text, all of the same dimension. */
  readonly vectors: readonly Float32Array[];
  /** How many tokens the texts had, as the provider counts. */
  readonly tokens: number;
}

/** Turns texts into vectors, near each other where the meanings are. */
export abstract class Embedder {
  /** Undefined: there is none, and texts are found by their words alone. */
  abstract readonly model: string | undefined;

  /** @throws EmbeddingFailure, the reason of the signal */
  abstract embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings>;
}
