export { KnowledgeModule } from './knowledge.module.js';
export { Budget } from './ports/budget.js';
export { KnowledgeOperations, type BlockSearch, type BlockUpload } from './knowledge-operations.js';
export { DocumentTexts } from './reading/document-texts.js';
export type { SearchResult } from './search/knowledge-search.js';
