import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The document that an effect has uploaded, so that a repeated effect finds it. */
export interface KnowledgeUploadRow {
  readonly effectKey: string;
  readonly documentId: string;
}

export const knowledgeUploadModel = new ReadModel<KnowledgeUploadRow, 'effectKey'>({
  table: 'knowledge_upload',
  key: ['effectKey'],
  kept: fleeting('documents that runs have uploaded in the last 30 days, so that a retry uploads none of them twice'),
  columns: { effectKey: { type: 'text' }, documentId: { type: 'uuid' } },
});
