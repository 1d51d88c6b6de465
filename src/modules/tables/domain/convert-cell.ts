import type { Json } from '#kernel/json.js';
import type { ColumnType } from './column.js';
import { cellOf } from './row-data.js';

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const truths = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Converts a cell to another type, or a text from a file to the type of a column.
 * @returns undefined where the conversion would lose information
 */
export function convertCell(cell: Json, type: ColumnType): Json | undefined {
  const same = cellOf({ type }, cell);
  if (same !== undefined) return same;
  if (type === 'string') return typeof cell === 'object' ? undefined : String(cell);
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (type === 'boolean') return truths.get(text.toLowerCase());
  if (type === 'number') return numeral.test(text) ? cellOf({ type }, Number(text)) : undefined;
  return undefined;
}
