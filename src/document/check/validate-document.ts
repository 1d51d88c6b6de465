import type { BlockCatalogue } from '../block-catalogue.js';
import { deployProblems } from './deploy-problems.js';
import type { DocumentProblem, WorkflowDocument } from '../document.js';
import { structuralProblems } from './structural-problems.js';

/** All problems that prevent the deployment of a document. */
export function validateDocument(document: WorkflowDocument, catalogue: BlockCatalogue): readonly DocumentProblem[] {
  return [...structuralProblems(document), ...deployProblems(document, catalogue)];
}
