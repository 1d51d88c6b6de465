import type { Json } from '#kernel/json.js';
import { documentLimits } from '../document-limits.js';

const unstorable = 'contains a character that cannot be stored';

/**
 * Why a JSON value may not become part of a document: nested too deep to be walked, a character that cannot be stored, or a key
 * that could reach a prototype. Undefined when it may.
 */
export function jsonHazard(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorable;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= documentLimits.jsonDepth) return `must not be nested deeper than ${documentLimits.jsonDepth} levels`;
  if (!Array.isArray(value)) return keyHazard(value) ?? firstHazard(Object.values(value), depth + 1);
  return firstHazard(value, depth + 1);
}

/** The value of a JSON text; undefined when it is no JSON or not fit for a document. */
export function parseBoundedJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return jsonHazard(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

function keyHazard(value: object): string | undefined {
  if (Object.hasOwn(value, '__proto__')) return 'must not have a key "__proto__"';
  return Object.keys(value).every(isStorable) ? undefined : unstorable;
}

function firstHazard(values: readonly unknown[], depth: number): string | undefined {
  for (const value of values) {
    const hazard = jsonHazard(value, depth);
    if (hazard !== undefined) return hazard;
  }
  return undefined;
}

/** Neither NUL nor half a surrogate pair can be written as text to the database. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
