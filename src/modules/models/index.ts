export { ModelsModule } from './models.module.js';
export { Embedder, EmbeddingFailure } from './embeddings/embedder.js';
export { EmbeddingCharges, type EmbeddingPayer } from './embeddings/embedding-charges.js';
export { KnowledgeEmbedded } from './domain/embedding.events.js';
