import type { Json } from '#kernel/json.js';
import type { ColumnType } from './column.js';
import { cellOf } from './row-data.js';

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const truths = new Map([
  ['true', true],
  ['false', false],
]);

/** The longest text of a number that keeps its digits: 1e308 in full. */
const longestNumber = 400;

/**
 * Converts a text from a file, or what a person has typed, to the type of a column; a text may be another spelling of a number.
 * @returns undefined where the conversion would lose information, such as digits of a long number
 */
export function convertCell(cell: Json, type: ColumnType): Json | undefined {
  const same = cellOf({ type }, cell);
  if (same !== undefined) return same;
  if (type === 'string') return typeof cell === 'object' ? undefined : String(cell);
  if (typeof cell !== 'string') return undefined;
  const text = cell.trim();
  if (type === 'boolean') return truths.get(text.toLowerCase());
  return type === 'number' ? numberOf(text) : undefined;
}

/** Converts a stored cell. A text with a sign or zeros that a number does not show, such as `+49` or `007`, is an identifier. */
export function retypedCell(cell: Json, type: ColumnType): Json | undefined {
  const isIdentifier = type === 'number' && typeof cell === 'string' && /^\s*(\+|-?0\d)/.test(cell);
  return isIdentifier ? undefined : convertCell(cell, type);
}

/** Whether a text is a number with more digits than a number keeps. */
export function losesDigits(text: string): boolean {
  return numeral.test(text.trim()) && numberOf(text.trim()) === undefined;
}

function numberOf(text: string): Json | undefined {
  if (text.length > longestNumber || !numeral.test(text)) return undefined;
  const value = cellOf({ type: 'number' }, Number(text));
  if (typeof value !== 'number') return undefined;
  const sent = decimalOf(text);
  // Programs write numbers with 17 digits, of which the last ones are not needed.
  return sent === decimalOf(String(value)) || sent === decimalOf(value.toPrecision(17)) ? value : undefined;
}

/** The digits of a number without zeros at both ends, with the power of ten of the last one. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
