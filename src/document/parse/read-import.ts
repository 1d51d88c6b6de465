import { invalidDocument } from './invalid-document.js';
import { parseDocument } from './parse-document.js';
import { regenerateIds } from './regenerate-ids.js';
import { structuralProblems } from '../check/structural-problems.js';
import type { WorkflowDocument } from '../document.js';

/** A document that came from elsewhere, and how it calls itself. */
export interface ReadImport {
  readonly document: WorkflowDocument;
  readonly name: string;
  readonly description: string | null;
}

/**
 * Reads a document that a person brings along and gives it fresh ids. Types of blocks that nobody knows are no fault here.
 * @throws DomainError invalid, with every fault of shape or structure under the ids that the document came with
 */
export function readImport(raw: unknown, nextId: () => string): ReadImport {
  const { document, problems = [], name = 'Imported workflow' } = { name: undefined, ...parseDocument(raw) };
  if (document === undefined) throw invalidDocument(problems);
  const broken = structuralProblems(document);
  if (broken.length > 0) throw invalidDocument(broken);
  const { description } = document.metadata;
  return { document: regenerateIds(document, nextId), name, description: typeof description === 'string' ? description : null };
}
