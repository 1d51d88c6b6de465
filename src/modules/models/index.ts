export { ModelsModule } from './models.module.js';
export { Embedder, EmbeddingFailure, type EmbeddingModel } from './embeddings/embedder.js';
export { EmbeddingCharges, type EmbeddingPayer } from './embeddings/embedding-charges.js';
export { ProviderDirectory } from './providers/provider-directory.js';
export { RunModels } from './asking/run-models.js';
export { ProviderProbe } from './providers/provider-probe.js';
export { ProviderHealth } from './providers/provider-health.js';
export { ModelPolicies } from './providers/model-policies.js';
export { KnowledgeEmbedded } from './domain/embedding.events.js';
