import type { BlockCatalogue } from '../block-catalogue.js';
import { deployProblems } from './deploy-problems.js';
import type { DocumentProblem, WorkflowDocument } from '../document.js';
import { structuralProblems } from './structural-problems.js';

/** Everything that stands between a document and its deployment. */
export function validateDocument(document: WorkflowDocument, catalogue: BlockCatalogue): readonly DocumentProblem[] {
  return [...structuralProblems(document), ...deployProblems(document, catalogue)];
}
