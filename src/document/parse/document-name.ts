import { isJsonObject } from '#kernel/json.js';
import type { Envelope } from './envelope.js';

/** A name in a document. */
export interface DocumentName {
  readonly text: string;
  /** Where it is in the document. */
  readonly path: readonly string[];
}

/** The name in the metadata of a document, or that of the workflow it was exported from. */
export function documentName({ state, workflow, place, around }: Envelope): DocumentName | undefined {
  const metadata = isJsonObject(state['metadata']) ? state['metadata'] : {};
  return [
    { name: metadata['name'], path: [...place, 'metadata', 'name'] },
    { name: workflow['name'], path: [...around, 'workflow', 'name'] },
  ]
    .map(({ name, path }) => ({ text: typeof name === 'string' ? name.trim() : '', path }))
    .find(({ text }) => text !== '');
}
