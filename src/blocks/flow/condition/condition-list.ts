import { isJsonObject, type Json } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';

export interface Condition {
  readonly id: string;
  readonly title: string;
  readonly expression: string;
  /** Chosen as soon as it is reached. */
  readonly isElse: boolean;
}

/** The entries of a condition block, given as a list or as its JSON text; null when they cannot be read. */
export function readConditions(field: Json | undefined): readonly Condition[] | null {
  const list = typeof field === 'string' ? parseJson(field.trim() === '' ? '[]' : field) : (field ?? []);
  if (!Array.isArray(list)) return null;
  const conditions = (list as readonly Json[]).map(readCondition);
  return conditions.every((condition) => condition !== null) ? conditions : null;
}

function readCondition(entry: Json): Condition | null {
  if (!isJsonObject(entry)) return null;
  const { id, title, value } = entry;
  if (typeof id !== 'string') return null;
  const name = typeof title === 'string' ? title : id;
  return { id, title: name, expression: typeof value === 'string' ? value : '', isElse: name.trim().toLowerCase() === 'else' };
}
