import type { Json } from '#kernel/json.js';
import { fillJson, parseJson } from '#engine/values/json-text.js';
import { parseTemplate } from '#engine/texts/template.js';
import { TextBudget } from '#engine/values/text-budget.js';

/** Whether the author means a list or an object: a secret begins with two braces. */
export function beginsLikeJson(written: Json | undefined): boolean {
  return typeof written === 'string' && /^\s*(?:\[|\{(?!\{))/.test(written);
}

/** Whether a text begins like JSON and is not, whatever data are put in. */
export function isBrokenJson(written: Json | undefined): boolean {
  if (typeof written !== 'string' || !beginsLikeJson(written)) return false;
  const filled = fillJson(
    parseTemplate(written, () => true),
    () => null,
    new TextBudget(),
  );
  return filled === null || parseJson(filled) === undefined;
}
