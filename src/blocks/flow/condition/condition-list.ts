import { isJsonObject, type Json } from '#kernel/json.js';
import { entriesIn } from '../../fields/kinds.js';

export interface Condition {
  readonly id: string;
  readonly title: string;
  readonly expression: string;
  /** Chosen when it is reached. */
  readonly isElse: boolean;
}

/** The branches of a condition block; null when one of them cannot be read. */
export function readConditions(field: Json | undefined): readonly Condition[] | null {
  const conditions = entriesIn(field)?.map(readCondition);
  return conditions?.every((condition) => condition !== null) ? conditions : null;
}

function readCondition(entry: Json): Condition | null {
  if (!isJsonObject(entry)) return null;
  const { id, title, value } = entry;
  if (typeof id !== 'string') return null;
  const name = typeof title === 'string' ? title : id;
  return { id, title: name, expression: typeof value === 'string' ? value : '', isElse: name.trim().toLowerCase() === 'else' };
}
