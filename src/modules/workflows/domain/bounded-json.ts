import type { Json } from '#kernel/json.js';
import { documentLimits } from './document-limits.js';

/**
 * Why a JSON value may not become part of a document: nested too deep to be walked, a character that cannot be stored, or a key
 * that could reach a prototype. Undefined when it may.
 */
export function jsonHazard(root: unknown): string | undefined {
  let level: readonly object[] = isContainer(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > documentLimits.jsonDepth) return `must not be nested deeper than ${documentLimits.jsonDepth} levels`;
    const next: object[] = [];
    for (const container of level) {
      const hazard = keyHazard(container) ?? collect(container, next);
      if (hazard !== undefined) return hazard;
    }
    level = next;
  }
  return undefined;
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

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function keyHazard(container: object): string | undefined {
  if (Array.isArray(container)) return undefined;
  if (Object.hasOwn(container, '__proto__')) return 'must not have a key "__proto__"';
  return Object.keys(container).every(isStorable) ? undefined : unstorable;
}

function collect(container: object, next: object[]): string | undefined {
  for (const value of Array.isArray(container) ? (container as unknown[]) : Object.values(container)) {
    if (typeof value === 'string' && !isStorable(value)) return unstorable;
    if (isContainer(value)) next.push(value);
  }
  return undefined;
}

const unstorable = 'contains a character that cannot be stored';

/** Neither NUL nor half a surrogate pair can be written as text to the database. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
