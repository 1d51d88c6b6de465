import { type Json, deepestJson, jsonSize } from '#kernel/json.js';
import type { Placeholder, Template } from '../texts/template.js';
import type { TextBudget } from './text-budget.js';

/** A value as text: text as it is, objects and lists as JSON, missing data as nothing. */
export function plainText(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value that a text holds as JSON; undefined when it is not JSON, or nested deeper than anything here can go through. */
export function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    // Each level takes two characters at least.
    const isTooDeep = text.length > 2 * deepestJson && jsonSize(value, Number.MAX_SAFE_INTEGER) === Infinity;
    return isTooDeep ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * A template of JSON, filled so that no value can leave its place: escaped inside a string literal, elsewhere one whole JSON
 * value. Null when the author's text leaves it open where a string ends.
 */
export function fillJson(template: Template, find: (placeholder: Placeholder) => Json, budget: TextBudget): string | null {
  let text = '';
  let state: TextState = 'outside';
  for (const part of template) {
    if (typeof part === 'string') {
      budget.spend(part.length);
      text += part;
      state = stateAfter(part, state);
    } else if (state === 'escape') {
      return null;
    } else {
      const value = find(part);
      if (typeof value === 'string') budget.spend(value.length);
      const filled = state === 'string' ? JSON.stringify(plainText(value)).slice(1, -1) : wholeValue(value);
      if (typeof value !== 'string') budget.spend(filled.length);
      text += filled;
    }
  }
  return text;
}

type TextState = 'outside' | 'string' | 'escape';

function stateAfter(text: string, before: TextState): TextState {
  let state = before;
  for (const character of text) {
    if (state === 'escape') state = 'string';
    else if (character === '"') state = state === 'string' ? 'outside' : 'string';
    else if (character === '\\' && state === 'string') state = 'escape';
  }
  return state;
}

function wholeValue(value: Json): string {
  return typeof value === 'string' && parseJson(value) !== undefined ? value : JSON.stringify(value);
}
