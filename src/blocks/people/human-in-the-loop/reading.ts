import type { Json } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { parseJson, plainText } from '#engine/values/json-text.js';
import { isOpen } from '../../fields/field-problem.js';

/** How fields as written become values; undefined for what only a run can tell. */
export interface Reading {
  text(field: Json | undefined): string | undefined;
  json(field: Json): Json | undefined;
}

/** Before any run. */
export const asWritten: Reading = {
  text: (field) => (isOpen(plainText(field)) ? undefined : plainText(field)),
  json: (field) => (isOpen(plainText(field)) ? undefined : parsed(field)),
};

/** A text that is no JSON stays text. */
function parsed(field: Json): Json {
  const value = typeof field === 'string' ? parseJson(field) : undefined;
  return value === undefined ? field : value;
}

/** In a run. */
export function inRun(inputs: BlockInputs): Reading {
  return { text: (field) => inputs.text(field), json: (field) => inputs.json(field) };
}
