import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A word, cut to its stem, that some document of a knowledge base has or had. */
export interface KnowledgeWordRow {
  readonly knowledgeBaseId: string;
  readonly word: string;
}

export const knowledgeWordModel = new ReadModel<KnowledgeWordRow, 'knowledgeBaseId' | 'word'>({
  table: 'knowledge_word',
  key: ['knowledgeBaseId', 'word'],
  kept: withOwner('each word of a knowledge base once; deleted with the knowledge base'),
  columns: { knowledgeBaseId: { type: 'uuid' }, word: { type: 'text' } },
});
