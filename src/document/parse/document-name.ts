import { isJsonObject } from '#kernel/json.js';
import type { Envelope } from './envelope.js';

/** The name in the metadata of a document, or that of the workflow it was exported from. */
export function documentName({ state, workflow }: Envelope): string | undefined {
  const metadata = isJsonObject(state['metadata']) ? state['metadata'] : {};
  return [metadata['name'], workflow['name']].map((name) => (typeof name === 'string' ? name.trim() : '')).find((name) => name !== '');
}
