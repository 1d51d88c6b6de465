import type { DocumentProblem, WorkflowDocument } from '#document/document.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { invalid } from '#kernel/errors.js';
import { applyOperations, type Applied } from './apply-operations.js';
import type { DraftOperation } from './operation.js';

/** @throws DomainError invalid for the first operation that cannot be applied, and for a document that exceeds a limit */
export function applyEdit(draft: WorkflowDocument, operations: readonly DraftOperation[]): Applied {
  const applied = applyOperations(draft, operations);
  if (applied.refused !== undefined) {
    const { index, message, code } = applied.refused;
    throw invalid([{ path: ['ops', index], message, code }]);
  }
  const { document, problems = [] } = parseDocument({ state: applied.document });
  if (document === undefined) throw invalid(problems.map((problem) => ({ ...problem, path: causeOf(problem, operations) })));
  return { ...applied, document };
}

/** The operation that changed a block last: operations are read before, so only a value that does not fit its member can be the fault. */
function causeOf({ blockId }: DocumentProblem, operations: readonly DraftOperation[]): readonly (string | number)[] {
  const index = operations.findLastIndex((operation) => 'id' in operation && operation.id === blockId);
  return index < 0 ? ['ops'] : ['ops', index, ...(operations[index]?.op === 'option' ? ['value'] : [])];
}
