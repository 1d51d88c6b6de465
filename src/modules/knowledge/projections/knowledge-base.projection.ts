import { defineProjection, when } from '#ledger/rows/projection.js';
import { KnowledgeBaseChanged, KnowledgeBaseCreated, KnowledgeBaseDeleted } from '../domain/knowledge-base.events.js';
import { knowledgeBaseModel } from './knowledge-base.entity.js';

/** The existing knowledge bases. */
export const knowledgeBaseProjection = defineProjection({
  name: 'knowledge-base',
  version: 1,
  mode: 'inline',
  models: [knowledgeBaseModel],
  on: [
    when(KnowledgeBaseCreated, ({ streamId: id, payload: { at, embeddingModel = null, ...details } }) => [
      knowledgeBaseModel.add({ id, ...details, embeddingModel, createdAt: at, updatedAt: at }),
    ]),
    when(KnowledgeBaseChanged, ({ streamId: id, payload: { at, ...changes } }) => [
      knowledgeBaseModel.patch({ id, ...changes, updatedAt: at }),
    ]),
    when(KnowledgeBaseDeleted, ({ streamId: id }) => [knowledgeBaseModel.remove({ id })]),
  ],
});
