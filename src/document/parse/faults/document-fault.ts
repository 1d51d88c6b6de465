import { invalid, type DomainError } from '#kernel/errors.js';
import type { DocumentProblem } from '../../document.js';

/** A fault of shape: the document cannot be read. */
export interface DocumentFault extends DocumentProblem {
  /** Where it is in the JSON that was parsed, from the outside in. */
  readonly path: readonly (string | number)[];
}

/** The error for JSON that is no document. @param place where the JSON is in the body of the request */
export function unreadableDocument(faults: readonly DocumentFault[], place: readonly string[] = []): DomainError {
  return invalid(faults.map((fault) => ({ ...fault, path: [...place, ...fault.path] })));
}
