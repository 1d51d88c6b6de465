import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The stem of a word that a document of a knowledge base contains or contained. */
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
