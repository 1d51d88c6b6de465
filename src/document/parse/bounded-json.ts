import type { Json } from '#kernel/json.js';
import { documentLimits } from '../document-limits.js';

const unstorable = 'contains a character that cannot be stored';

/**
 * Why a JSON value may not be part of a document: it is nested too deeply, or it has a character that cannot be stored or a key that
 * could reach a prototype. Undefined if it is safe.
 */
export function jsonHazard(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unstorable;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= documentLimits.jsonDepth) return `must not be nested deeper than ${documentLimits.jsonDepth} levels`;
  if (!Array.isArray(value)) return keyHazard(value) ?? firstHazard(Object.values(value), depth + 1);
  return firstHazard(value, depth + 1);
}

/** The value of a JSON text; undefined if it is invalid or not safe for a document. */
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

/** PostgreSQL cannot store NUL or an unpaired surrogate as text. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
