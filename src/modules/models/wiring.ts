import type { Wiring } from '#ledger/composition.js';
import { KnowledgeEmbedded } from './domain/embedding.events.js';

export const modelsWiring: Wiring = {
  events: [KnowledgeEmbedded],
  projections: [],
  notAudited: [{ events: [KnowledgeEmbedded], because: 'a sum for the usage ledger' }],
};
