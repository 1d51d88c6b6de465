import { defineProjection, when } from '#ledger/rows/projection.js';
import * as events from '../domain/knowledge-document.events.js';
import { endedKnowledgeDocumentModel, knowledgeDocumentModel, type KnowledgeDocumentRow } from './knowledge-document.entity.js';

interface Place {
  readonly streamId: string;
  readonly position: number;
}

function change({ streamId, position }: Place, changes: Partial<KnowledgeDocumentRow> = {}) {
  return knowledgeDocumentModel.patch({ id: streamId, position, ...changes });
}

const untouched = {
  enabled: true,
  status: 'pending',
  error: null,
  run: 1,
  searchableRun: 0,
  embeddingModel: null,
  chunkCount: 0,
  tokenCount: 0,
  characterCount: 0,
  startedAt: null,
  completedAt: null,
} as const;

/** The documents of knowledge bases and the state of their processing. Chunks carry the number of the processing that wrote them. */
export const knowledgeDocumentProjection = defineProjection({
  name: 'knowledge-document',
  version: 1,
  mode: 'inline',
  models: [knowledgeDocumentModel, endedKnowledgeDocumentModel],
  on: [
    when(events.KnowledgeDocumentUploaded, ({ streamId: id, position, payload }) => {
      const { knowledgeBaseId, filename, mimeType, fileSize, tags, uploadedBy, at } = payload;
      const upload = { knowledgeBaseId, filename, mimeType, fileSize, tags, uploadedBy };
      return [knowledgeDocumentModel.add({ id, position, ...upload, ...untouched, createdAt: at })];
    }),
    when(events.KnowledgeDocumentChanged, ({ payload: { at: _, ...changes }, ...place }) => [change(place, changes)]),
    when(events.KnowledgeDocumentProcessingStarted, ({ payload: { at }, ...place }) => [
      change(place, { status: 'processing', startedAt: at }),
    ]),
    when(events.KnowledgeDocumentRead, ({ payload: { at: _, ...counts }, ...place }) => [change(place, counts)]),
    when(events.KnowledgeDocumentAttemptFailed, ({ payload: { error }, ...place }) => [change(place, { error })]),
    when(events.KnowledgeDocumentProcessed, ({ payload: { embeddingModel, run, at }, ...place }) => [
      change(place, { status: 'completed', error: null, embeddingModel, searchableRun: run, completedAt: at }),
    ]),
    when(events.KnowledgeDocumentFailed, ({ payload: { error, at }, ...place }) => [
      change(place, { status: 'failed', error, completedAt: at }),
    ]),
    when(events.KnowledgeDocumentReprocessingRequested, ({ payload: { run }, ...place }) => [
      change(place, { status: 'pending', error: null, run, startedAt: null, completedAt: null }),
    ]),
    when(events.KnowledgeDocumentDeleted, ({ streamId }) => [
      knowledgeDocumentModel.remove({ id: streamId }),
      endedKnowledgeDocumentModel.put({ documentId: streamId }),
    ]),
  ],
});
