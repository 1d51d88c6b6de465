import type { Json } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { parseJson, plainText } from '#engine/values/json-text.js';
import { isOpen } from '../../fields/blank.js';

/** Turns fields as written into values; undefined for a value that only a run knows. */
export interface Reading {
  text(field: Json | undefined): string | undefined;
  json(field: Json): Json | undefined;
}

/** Before any run. */
export const asWritten: Reading = {
  text: (field) => (isOpen(plainText(field)) ? undefined : plainText(field)),
  json: (field) => (isOpen(plainText(field)) ? undefined : parsed(field)),
};

/** Text that is not JSON stays text. */
function parsed(field: Json): Json {
  const value = typeof field === 'string' ? parseJson(field) : undefined;
  return value === undefined ? field : value;
}

/** In a run. */
export function inRun(inputs: BlockInputs): Reading {
  return { text: (field) => inputs.text(field), json: (field) => inputs.json(field) };
}
