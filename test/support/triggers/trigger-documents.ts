import type { JsonObject } from '#kernel/json.js';
import { aBlock, anEdge, aState } from '../workflow-documents.js';

const subBlocksOf = (fields: JsonObject) =>
  Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, { id, type: 'short-input', value }]));

/** A block with these fields. */
export function fieldBlock(id: string, type: string, fields: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return aBlock(id, type, { subBlocks: subBlocksOf(fields), ...more });
}

/** A state in which each of the triggers leads to a function that returns what it received, under the name of the trigger. */
export function triggered(...triggers: readonly JsonObject[]): JsonObject {
  const ends = triggers.map(({ id, name }) =>
    fieldBlock(`after-${id as string}`, 'function', {
      code: `return { from: '${id as string}', got: <${name as string}> }`,
      language: 'javascript',
    }),
  );
  return aState(
    [...triggers, ...ends],
    triggers.map(({ id }) => anEdge(id as string, `after-${id as string}`)),
  );
}

/** A generic webhook without a token. */
export function webhook(id: string, fields: JsonObject = {}): JsonObject {
  return fieldBlock(id, 'generic_webhook', { requireAuth: false, ...fields });
}
