import { ReadModel } from '#ledger/rows/read-model.js';

/** A word, cut to its stem, that some document of a knowledge base has or had. */
export interface KnowledgeWordRow {
  readonly knowledgeBaseId: string;
  readonly word: string;
}

export const knowledgeWordModel = new ReadModel<KnowledgeWordRow, 'knowledgeBaseId' | 'word'>({
  table: 'knowledge_word',
  key: ['knowledgeBaseId', 'word'],
  columns: { knowledgeBaseId: { type: 'uuid' }, word: { type: 'text' } },
});
