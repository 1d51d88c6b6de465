export type { Block, DocumentProblem, Edge, SubBlock, Variable, WorkflowDocument } from './domain/document.js';
export { referenceName } from './domain/document.js';
