import { invalidDocument } from './invalid-document.js';
import { parseDocument } from './parse-document.js';
import { asBefore } from '../imported-behaviour.js';
import { regenerateIds } from './regenerate-ids.js';
import { structuralProblems } from '../check/structural-problems.js';
import type { WorkflowDocument } from '../document.js';

/** An imported document and the name in it. */
export interface ReadImport {
  readonly document: WorkflowDocument;
  readonly name: string;
  readonly description: string | null;
}

/**
 * Reads a document from another installation and replaces its ids. Unknown block types are accepted.
 * @throws DomainError invalid, with every fault of shape or structure, under the original ids
 */
export function readImport(raw: unknown, nextId: () => string): ReadImport {
  const { document, problems = [], name = 'Imported workflow' } = { name: undefined, ...parseDocument(raw) };
  if (document === undefined) throw invalidDocument(problems);
  const broken = structuralProblems(document);
  if (broken.length > 0) throw invalidDocument(broken);
  const { description } = document.metadata;
  return { document: regenerateIds(asBefore(document), nextId), name, description: typeof description === 'string' ? description : null };
}
