import { ReadModel } from '#ledger/rows/read-model.js';

/** What has been uploaded for an effect that may be asked for again. */
export interface KnowledgeUploadRow {
  readonly effectKey: string;
  readonly documentId: string;
}

export const knowledgeUploadModel = new ReadModel<KnowledgeUploadRow, 'effectKey'>({
  table: 'knowledge_upload',
  key: ['effectKey'],
  columns: { effectKey: { type: 'text' }, documentId: { type: 'uuid' } },
});
