import type { BlockCatalogue } from '../block-catalogue.js';
import { deploySteps } from './deploy-problems.js';
import type { DocumentProblem, WorkflowDocument } from '../document.js';
import { structuralProblems } from './structural-problems.js';

/** All problems that prevent the deployment of a document. Other work may have its turn between two steps. */
export function* validateDocument(document: WorkflowDocument, catalogue: BlockCatalogue): Generator<void, readonly DocumentProblem[]> {
  return [...structuralProblems(document), ...(yield* deploySteps(document, catalogue))];
}
