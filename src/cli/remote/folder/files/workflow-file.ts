import type { JsonObject } from '#kernel/json.js';
import type { DocumentProblem, WorkflowDocument } from '#document/document.js';

/** A valid workflow document from a file. */
export interface WorkflowFile {
  readonly path: string;
  /** Of the workflow that it was exported from. */
  readonly workflowId: string | undefined;
  readonly name: string;
  /** Undefined when the file does not set it. */
  readonly description: string | null | undefined;
  readonly document: WorkflowDocument;
}

export type ReadFile = { readonly file: WorkflowFile; readonly problems?: undefined } | { readonly problems: readonly DocumentProblem[] };

/** `path: position in the file: problem`. */
export function problemLine(path: string, problem: DocumentProblem): string {
  return `${path}: ${placedProblem(problem)}`;
}

/** `position in the file: problem`. */
export function placedProblem({ blockId, edgeId, field, message }: DocumentProblem): string {
  const place = [...(blockId === undefined ? [] : ['blocks', blockId]), ...(edgeId === undefined ? [] : ['edges', edgeId])];
  const where = [...place, ...(field === undefined ? [] : [field])].join('.');
  return where === '' ? message : `${where}: ${message}`;
}

/** A text of an object; undefined when it is absent. */
export function textIn(object: JsonObject, field: string): string | null | undefined {
  const value = object[field];
  return value === null || typeof value === 'string' ? value : undefined;
}
