import { invalid, type DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { DocumentProblem } from '../document.js';

/**
 * The error for an invalid document. Each problem becomes a detail with the path of its block or edge.
 * @param place where the document is in the body of the request. Absent: the body has no document, or is the document
 */
export function invalidDocument(problems: readonly DocumentProblem[], place: readonly string[] = []): DomainError {
  return invalid(problems.map((problem): ErrorDetail => ({ path: [...place, ...pathOf(problem)], ...problem })));
}

function pathOf({ blockId, edgeId, field }: DocumentProblem): readonly string[] {
  const owner = edgeId !== undefined ? ['edges', edgeId] : blockId !== undefined ? ['blocks', blockId] : [];
  return field === undefined ? owner : [...owner, field];
}
