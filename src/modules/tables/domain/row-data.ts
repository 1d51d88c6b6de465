import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { cellDate } from './cell-date.js';
import type { Column } from './column.js';
import { tableLimits } from './table-limits.js';

/** The cells of a row by column id. An absent cell is empty, and so is null. */
export type Cells = Readonly<Record<string, Json>>;

/** The path of the data in the request, and the list that collects its problems. */
export interface Report {
  readonly path: readonly (string | number)[];
  readonly problems: ErrorDetail[];
}

/** Reads a whole row. Absent cells are empty. Problems are added to the report. */
export function readRow(columns: readonly Column[], data: unknown, report: Report): Cells {
  const cells = readCells(columns, data, report);
  checkRow(columns, cells, report);
  return cells;
}

/** Reads some cells of a row. */
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
    else if (!isStorable(cell))
      problem([name], `${name} contains a character, or a number beyond 1.8e308, that cannot be stored`, 'invalid');
    else cells.push([column.id, cell]);
  }
  return Object.fromEntries(cells);
}

/** Checks the rules of whole rows: required cells and the maximum size. */
export function checkRow(columns: readonly Column[], cells: Cells, { path, problems }: Report): void {
  const wrong = new Set(problems.map((problem) => JSON.stringify(problem.path)));
  for (const { id, name, required } of columns) {
    const isMissing = required && (cells[id] ?? null) === null && !wrong.has(JSON.stringify([...path, name]));
    if (isMissing) problems.push({ path: [...path, name], message: `Missing required field: ${name}`, code: 'required' });
  }
  if (new TextEncoder().encode(JSON.stringify(cells)).length > tableLimits.rowBytes)
    problems.push({ path, message: `A row must not be larger than ${tableLimits.rowBytes / 1024} KB`, code: 'out_of_range' });
}

/** The cells by column name, in the order of the columns. */
export function namedCells(columns: readonly Column[], cells: Cells): Readonly<Record<string, Json>> {
  return Object.fromEntries(columns.flatMap(({ id, name }) => (Object.hasOwn(cells, id) ? [[name, cells[id] as Json]] : [])));
}

/** @returns undefined for a value that the column does not accept. Every column accepts null as an empty cell. */
export function cellOf({ type }: Pick<Column, 'type'>, value: Json): Json | undefined {
  if (value === null || type === 'json') return value;
  if (type === 'date') return typeof value === 'string' ? cellDate(value) : undefined;
  // Adding 0 turns -0 into 0.
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined;
  return typeof value === type ? value : undefined;
}

function expectation({ name, type }: Column, value: Json): string {
  if (type === 'date') return `${name} must be a valid date such as 2031-03-04 or 2031-03-04T05:06:07Z`;
  if (type === 'number' && typeof value === 'number') return `${name} must be a number between -1.8e308 and 1.8e308`;
  return `${name} must be ${type}, got ${Array.isArray(value) ? 'array' : typeof value}`;
}

/** Whether PostgreSQL can store it: no text with NUL or an unpaired surrogate, and no number that JSON would write as null. */
export function isStorable(value: Json): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner as Json));
}
