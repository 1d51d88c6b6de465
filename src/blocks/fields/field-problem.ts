import type { Json, JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';

/** A problem of one field of a block. `what` goes on after the names of block and field. */
export function fieldProblem({ id, name }: Block, field: string, what: string, code: string): DocumentProblem {
  return { blockId: id, field, message: `Block "${name}": ${field} ${what}`, code };
}

/** What the author put into a field, as written. */
export function fieldOf({ subBlocks }: Block, field: string): Json | undefined {
  return Object.hasOwn(subBlocks, field) ? subBlocks[field]?.value : undefined;
}

/** What the author put into all fields, as written. */
export function fieldValues({ subBlocks }: Block): JsonObject {
  return Object.fromEntries(Object.entries(subBlocks).map(([field, { value }]) => [field, value]));
}

/** Whether a text holds what is known in a run only: it cannot be judged before. */
export function isOpen(value: Json | undefined): boolean {
  return typeof value === 'string' && /<|\{\{/.test(value);
}
