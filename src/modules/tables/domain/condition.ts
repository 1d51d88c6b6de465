import type { Json } from '#kernel/json.js';
import type { Column } from './column.js';

/** The field of a condition: a column, or a property of every row. */
export type Field = { readonly column: Column } | { readonly system: 'id' | 'createdAt' | 'updatedAt' };

export type Comparison = '<' | '<=' | '>' | '>=';

/**
 * A condition on rows. Values have the type of their field, and dates are times (`2031-03-04T05:06:07.000Z`). A comparison with an empty
 * cell is false, so `not` keeps rows whose cell is empty.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'among'; readonly field: Field; readonly values: readonly Json[] }
  | { readonly kind: 'compare'; readonly field: Field; readonly by: Comparison; readonly value: number | string }
  /** The pieces in this order with any text between them. The first is a prefix, the last a suffix. */
  | { readonly kind: 'like'; readonly field: Field; readonly pieces: readonly string[]; readonly ignoresCase: boolean }
  | { readonly kind: 'null'; readonly field: Field }
  /** Null or an empty text. */
  | { readonly kind: 'empty'; readonly field: Field };

export interface SortKey {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** The empty condition, which every row matches. */
export const everything: Condition = { kind: 'all', parts: [] };

/** Whether it matches every row because it is empty. */
export function isEverything(condition: Condition): boolean {
  return condition.kind === 'all' && condition.parts.length === 0;
}
