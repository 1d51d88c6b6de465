import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { cellDate } from './cell-date.js';
import type { Column } from './column.js';
import { tableLimits } from './table-limits.js';

/** The cells of a row by the ids of their columns. A cell that is not there is empty, as is one that is null. */
export type Cells = Readonly<Record<string, Json>>;

/** Where the data stood in what was sent, and where problems with it are collected. */
export interface Report {
  readonly path: readonly (string | number)[];
  readonly problems: ErrorDetail[];
}

/** A whole row: what is not given is empty. What is wrong with it goes to the report. */
export function readRow(columns: readonly Column[], data: unknown, report: Report): Cells {
  const cells = readCells(columns, data, report);
  checkRow(columns, cells, report);
  return cells;
}

/** Some cells of a row. */
export function readCells(columns: readonly Column[], data: unknown, { path, problems }: Report): Cells {
  const problem = (at: readonly string[], message: string, code: string): void =>
    void problems.push({ path: [...path, ...at], message, code });
  if (!isJsonObject(data)) {
    problem([], 'Row data must be an object with a value for each column', 'invalid_type');
    return {};
  }
  const byName = new Map(columns.map((column) => [column.name, column]));
  const cells: [string, Json][] = [];
  for (const [name, value] of Object.entries(data)) {
    const column = byName.get(name);
    const cell = column === undefined ? undefined : cellOf(column, value);
    if (column === undefined) problem([name], `Column "${name}" does not exist in this table`, 'unknown_column');
    else if (cell === undefined) problem([name], expectation(column, value), 'invalid_type');
    else if (!isStorable(cell)) problem([name], 'The text contains a character that cannot be stored', 'invalid');
    else cells.push([column.id, cell]);
  }
  return Object.fromEntries(cells);
}

/** What holds for every row: required cells are there, and it is not too large. */
export function checkRow(columns: readonly Column[], cells: Cells, { path, problems }: Report): void {
  const wrong = new Set(problems.map((problem) => JSON.stringify(problem.path)));
  for (const { id, name, required } of columns) {
    const isMissing = required && (cells[id] ?? null) === null && !wrong.has(JSON.stringify([...path, name]));
    if (isMissing) problems.push({ path: [...path, name], message: `Missing required field: ${name}`, code: 'required' });
  }
  if (new TextEncoder().encode(JSON.stringify(cells)).length > tableLimits.rowBytes)
    problems.push({ path, message: `A row must not be larger than ${tableLimits.rowBytes / 1024} KB`, code: 'out_of_range' });
}

/** A row as callers see it: by the names of the columns, in their order. */
export function namedCells(columns: readonly Column[], cells: Cells): Readonly<Record<string, Json>> {
  return Object.fromEntries(columns.flatMap(({ id, name }) => (Object.hasOwn(cells, id) ? [[name, cells[id] as Json]] : [])));
}

/** @returns undefined for what the column does not take; null is taken everywhere, as an empty cell */
export function cellOf({ type }: Pick<Column, 'type'>, value: Json): Json | undefined {
  if (value === null || type === 'json') return value;
  if (type === 'date') return typeof value === 'string' ? cellDate(value) : undefined;
  // -0 is 0 to everybody but a program.
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
  return typeof value === type ? value : undefined;
}

function expectation({ name, type }: Column, value: Json): string {
  if (type === 'date') return `${name} must be a valid date such as 2031-03-04 or 2031-03-04T05:06:07Z`;
  return `${name} must be ${type}, got ${Array.isArray(value) ? 'array' : typeof value}`;
}

/** Whether the database takes it: no text with NUL or half a character. */
export function isStorable(value: Json): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner as Json));
}
