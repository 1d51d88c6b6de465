import type { JsonObject } from '#kernel/json.js';
import type { DocumentProblem, WorkflowDocument } from '#document/document.js';

/** A workflow document that lies in a file, read and found sound. */
export interface WorkflowFile {
  readonly path: string;
  /** Of the workflow that it was exported from. */
  readonly workflowId: string | undefined;
  readonly name: string;
  /** Undefined: the file says nothing about it. */
  readonly description: string | null | undefined;
  readonly document: WorkflowDocument;
}

export type ReadFile = { readonly file: WorkflowFile; readonly problems?: undefined } | { readonly problems: readonly string[] };

/** `path: where: what is wrong`, as people look for it in the file. */
export function problemLine(path: string, { blockId, edgeId, field, message }: DocumentProblem): string {
  const place = [...(blockId === undefined ? [] : ['blocks', blockId]), ...(edgeId === undefined ? [] : ['edges', edgeId])];
  const where = [...place, ...(field === undefined ? [] : [field])].join('.');
  return [path, ...(where === '' ? [] : [where]), message].join(': ');
}

/** What an object says about a text: undefined when it says nothing. */
export function textIn(object: JsonObject, field: string): string | null | undefined {
  const value = object[field];
  return value === null || typeof value === 'string' ? value : undefined;
}
