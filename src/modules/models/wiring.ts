import type { Wiring } from '#ledger/composition.js';
import { modelProviderAudit, modelProviderEvents } from './domain/model-provider.events.js';
import { modelProviderProjection } from './projections/model-provider.projection.js';
import { KnowledgeEmbedded } from './domain/embedding.events.js';

export const modelsWiring: Wiring = {
  events: [KnowledgeEmbedded, ...modelProviderEvents],
  projections: [modelProviderProjection],
  auditLines: modelProviderAudit,
  notAudited: [{ events: [KnowledgeEmbedded], because: 'a sum for the usage ledger' }],
};
