import { convertCell } from '../../../src/modules/tables/domain/convert-cell.js';
import type { ColumnType } from '../../../src/modules/tables/domain/column.js';
import type { Json } from '../../../src/kernel/json.js';

/** A cell as a person edits and copies it. */
export function textOfCell(type: ColumnType, cell: unknown): string {
  if (cell === undefined || cell === null) return '';
  return type === 'json' ? JSON.stringify(cell) : String(cell as string | number | boolean);
}

export type ReadCell = { readonly cell: Json } | { readonly problem: string };

/** What a person means by a text. A text that the column does not accept goes to the server as it is, which says what it expects. */
export function cellOfText({ name, type }: { readonly name: string; readonly type: ColumnType }, text: string): ReadCell {
  if (text === '') return { cell: null };
  if (type !== 'json') return { cell: convertCell(text, type) ?? text };
  try {
    return { cell: JSON.parse(text) as Json };
  } catch {
    return { problem: `${name} must be JSON. Put texts in quotation marks.` };
  }
}
