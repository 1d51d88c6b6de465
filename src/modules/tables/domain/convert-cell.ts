import type { Json } from '#kernel/json.js';
import type { ColumnType } from './column.js';
import { cellOf } from './row-data.js';

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const truths = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * What a cell becomes when its column is given another type, or what a text from a file means in a column.
 * @returns undefined where that would lose something
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
