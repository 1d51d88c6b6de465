import type { Wiring } from '#ledger/composition.js';
import { knowledgeBaseAudit, knowledgeBaseEvents } from './domain/knowledge-base.events.js';
import { documentProcessing, knowledgeDocumentAudit, knowledgeDocumentEvents } from './domain/knowledge-document.events.js';
import { knowledgeBaseProjection } from './projections/knowledge-base.projection.js';
import { knowledgeDocumentProjection } from './projections/knowledge-document.projection.js';
import { knowledgeChunkModel } from './store/knowledge-chunk.entity.js';
import { knowledgeWordModel } from './store/knowledge-word.entity.js';
import { knowledgeUploadModel } from './store/knowledge-upload.entity.js';

export const knowledgeWiring: Wiring = {
  events: [...knowledgeBaseEvents, ...knowledgeDocumentEvents],
  projections: [knowledgeBaseProjection, knowledgeDocumentProjection],
  tables: [knowledgeChunkModel, knowledgeWordModel, knowledgeUploadModel],
  auditLines: [...knowledgeBaseAudit, ...knowledgeDocumentAudit],
  notAudited: [{ events: documentProcessing, because: 'the server does it with an uploaded document, and the upload is audited' }],
};
