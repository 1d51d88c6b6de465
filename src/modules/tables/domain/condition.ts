import type { Json } from '#kernel/json.js';
import type { Column } from './column.js';

/** What a condition looks at: a column, or what every row has. */
export type Field = { readonly column: Column } | { readonly system: 'id' | 'createdAt' | 'updatedAt' };

export type Comparison = '<' | '<=' | '>' | '>=';

/**
 * Which rows are meant. Values have the type of their field; those of dates are moments (`2031-03-04T05:06:07.000Z`). A
 * condition on an empty cell is false, so that `not` keeps rows whose cell is empty.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'among'; readonly field: Field; readonly values: readonly Json[] }
  | { readonly kind: 'compare'; readonly field: Field; readonly by: Comparison; readonly value: number | string }
  /** The pieces in this order, with anything between them; the first begins the text, the last ends it. */
  | { readonly kind: 'like'; readonly field: Field; readonly pieces: readonly string[]; readonly ignoresCase: boolean }
  | { readonly kind: 'null'; readonly field: Field }
  /** Null, or a text without a character. */
  | { readonly kind: 'empty'; readonly field: Field };

export interface SortKey {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** No condition at all. */
export const everything: Condition = { kind: 'all', parts: [] };

/** Whether it holds for every row because it says nothing. */
export function isEverything(condition: Condition): boolean {
  return condition.kind === 'all' && condition.parts.length === 0;
}
