import { invalid, type DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { DocumentProblem } from '../../document.js';

/** The error for a stored document with problems. Each problem becomes a detail with the path of its block or edge in the document. */
export function invalidDocument(problems: readonly DocumentProblem[]): DomainError {
  return invalid(problems.map((problem): ErrorDetail => ({ path: pathOf(problem), ...problem })));
}

function pathOf({ blockId, edgeId, field }: DocumentProblem): readonly string[] {
  const owner = edgeId !== undefined ? ['edges', edgeId] : blockId !== undefined ? ['blocks', blockId] : [];
  return field === undefined ? owner : [...owner, field];
}
