import { documentLimits } from '#document/document-limits.js';
import type { DocumentProblem, WorkflowDocument } from '#document/document.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { invalid } from '#kernel/errors.js';
import { applyOperations, type Applied } from './apply-operations.js';
import { jsonBytes } from './json-bytes.js';
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
  requireSize(document, draft);
  return { ...applied, document };
}

/** A draft that is too large already may become smaller. */
function requireSize(document: WorkflowDocument, before: WorkflowDocument): void {
  const bytes = jsonBytes(document);
  if (bytes <= documentLimits.bytes || bytes <= jsonBytes(before)) return;
  const message = `The document must not have more than ${documentLimits.bytes / 1024 / 1024} MiB as JSON`;
  throw invalid([{ path: ['ops'], message, code: 'too_large' }]);
}

/** The operation that changed a block last: operations are read before, so only a value that does not fit its member can be the fault. */
function causeOf({ blockId }: DocumentProblem, operations: readonly DraftOperation[]): readonly (string | number)[] {
  const index = operations.findLastIndex((operation) => 'id' in operation && operation.id === blockId);
  return index < 0 ? ['ops'] : ['ops', index, ...(operations[index]?.op === 'option' ? ['value'] : [])];
}
