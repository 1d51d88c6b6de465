import type { Json } from '../../../../../src/kernel/json.js';

/** Returns a value as the text that an author edits. */
export function jsonText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Returns what is stored of an edited text: a value where there was one and the text is still JSON, otherwise the text. */
export function jsonValue(text: string, before: Json | undefined): Json | undefined {
  if (text === '') return undefined;
  if (typeof before !== 'object' || before === null) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Returns a number where the text is one, otherwise the text: references and secrets are allowed too. */
export function numberValue(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const isNumber = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) && trimmed.length <= 15;
  // Numbers that are too large for JSON would be stored as null.
  return isNumber && Number.isFinite(Number(trimmed)) ? Number(trimmed) : text;
}
