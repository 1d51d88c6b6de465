import { csvField, withFormula, withoutFormula } from '#edge/answer/csv-field.js';
import type { Json } from '#kernel/json.js';
import type { Column } from '../domain/column.js';
import { convertCell } from '../domain/convert-cell.js';

/** A cell in CSV. A text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export function csvCell({ type }: Pick<Column, 'type'>, cell: Json | undefined): string {
  if (cell === undefined || cell === null) return '';
  const text = type === 'json' ? JSON.stringify(cell) : String(cell as string | number | boolean);
  return csvField(type === 'string' ? withoutFormula(text) : text);
}

/** Converts a text to the type of a column. A text that cannot be converted is returned unchanged, and the row validation rejects it. */
export function cellOfCsv({ type }: Pick<Column, 'type'>, text: string): Json {
  if (text === '') return null;
  if (type === 'string') return withFormula(text);
  return type === 'json' ? jsonOf(text) : (convertCell(text, type) ?? text);
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
