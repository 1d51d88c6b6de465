import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** What has been uploaded for an effect that may be asked for again. */
export interface KnowledgeUploadRow {
  readonly effectKey: string;
  readonly documentId: string;
}

export const knowledgeUploadModel = new ReadModel<KnowledgeUploadRow, 'effectKey'>({
  table: 'knowledge_upload',
  key: ['effectKey'],
  kept: withOwner('documents that runs have uploaded, so that a retry uploads none of them twice'),
  columns: { effectKey: { type: 'text' }, documentId: { type: 'uuid' } },
});
