import type { ColumnType } from '../../../src/modules/tables/domain/column.js';
import { cellDate } from '../../../src/modules/tables/domain/cell-date.js';
import { convertCell } from '../../../src/modules/tables/domain/convert-cell.js';
import type { Texts } from './delimited.js';

export interface ColumnDraft {
  readonly name: string;
  readonly type: ColumnType;
}

const longestName = 50;

/** The columns of a file: names that a table accepts, and the narrowest types that fit the first lines. */
export function guessColumns([heads = [], ...lines]: Texts): readonly ColumnDraft[] {
  const taken = new Set<string>();
  return heads.map((head, index) => {
    const name = freeName(cleanName(head, index), taken);
    taken.add(name.toLowerCase());
    return { name, type: typeOf(lines.flatMap((line) => (line[index] === undefined || line[index] === '' ? [] : [line[index]]))) };
  });
}

function typeOf(texts: readonly string[]): ColumnType {
  if (texts.length === 0) return 'string';
  if (texts.every((text) => convertCell(text, 'boolean') !== undefined)) return 'boolean';
  // A leading zero means an identifier, such as a postal code.
  if (texts.every((text) => convertCell(text, 'number') !== undefined && !/^[+-]?0\d/.test(text))) return 'number';
  return texts.every((text) => cellDate(text) !== undefined) ? 'date' : 'string';
}

export function cleanName(head: string, index: number): string {
  const name = head
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, longestName);
  if (name === '') return `column_${index + 1}`;
  return /^\d/.test(name) ? `_${name}`.slice(0, longestName) : name;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name;
  for (let number = 2; ; number += 1) {
    const next = `${name.slice(0, longestName - 4)}_${number}`;
    if (!taken.has(next.toLowerCase())) return next;
  }
}
