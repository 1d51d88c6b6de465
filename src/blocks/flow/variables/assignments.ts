import { isJsonObject, type Json } from '#kernel/json.js';
import { entriesIn } from '../../fields/kinds.js';

/** One new value, as its author wrote it. */
export interface Assignment {
  readonly name: string;
  /** Null: the value keeps its type. */
  readonly type: string | null;
  readonly value: Json;
}

/** The assignments of a variables block; null when one of them cannot be read. Entries without a name do not count. */
export function readAssignments(field: Json | undefined): readonly Assignment[] | null {
  const read = entriesIn(field)?.map(readAssignment);
  return read?.every((each) => each !== null) ? read.filter(({ name }) => name !== '') : null;
}

function readAssignment(entry: Json): Assignment | null {
  if (!isJsonObject(entry)) return null;
  const { variableName, type = null, value = null } = entry;
  if (type !== null && typeof type !== 'string') return null;
  return { name: typeof variableName === 'string' ? variableName.trim() : '', type: type === '' ? null : type, value };
}
