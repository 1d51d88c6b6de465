import type { WorkflowDocument } from '#document/document.js';
import { invalidDocument } from '#document/parse/invalid-document.js';
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
  if (document === undefined) throw invalidDocument(problems);
  return { ...applied, document };
}
