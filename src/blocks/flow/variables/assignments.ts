import { isJsonObject, type Json } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';

/** One new value, as its author wrote it. */
export interface Assignment {
  readonly name: string;
  /** Null: the value keeps the type that it has. */
  readonly type: string | null;
  readonly value: Json;
}

/** The entries of a variables block, given as a list or as its JSON text; null when it cannot be read. Entries without a name do not count. */
export function readAssignments(field: Json | undefined): readonly Assignment[] | null {
  const entries = typeof field === 'string' ? parseJson(field.trim() === '' ? '[]' : field) : (field ?? []);
  if (!Array.isArray(entries)) return null;
  const read = (entries as readonly Json[]).map(readAssignment);
  return read.every((each) => each !== null) ? read.filter(({ name }) => name !== '') : null;
}

function readAssignment(entry: Json): Assignment | null {
  if (!isJsonObject(entry)) return null;
  const { variableName, type = null, value = null } = entry;
  if (type !== null && typeof type !== 'string') return null;
  return { name: typeof variableName === 'string' ? variableName.trim() : '', type: type === '' ? null : type, value };
}
