import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { cellOfCsv } from '../csv/csv-cell.js';
import type { CsvRecord } from '../csv/csv-records.js';
import type { Column } from '../domain/column.js';
import { readRow } from '../domain/row-data.js';
import { insertRows } from '../store/rows/insert-rows.js';
import type { RowSession } from '../store/rows/row-session.js';

/** A record of a file that has become no row. */
export interface RefusedLine {
  /** On which it ends, from 1; the first line has the names of the columns. */
  readonly line: number;
  readonly problems: readonly Pick<ErrorDetail, 'message' | 'code'>[];
}

export interface ImportReport {
  readonly insertedCount: number;
  readonly refusedCount: number;
  /** The first hundred. */
  readonly refused: readonly RefusedLine[];
  /** Why the file was not read to its end, if it was not. What was inserted before stays. */
  readonly stopped: { readonly line: number; readonly message: string } | null;
}

/** A report that is being written. */
export type ImportTally = { -readonly [Key in keyof ImportReport]: ImportReport[Key] } & { readonly refused: RefusedLine[] };

export interface Importing {
  readonly header: readonly string[];
  readonly tally: ImportTally;
  readonly write: (work: (session: RowSession) => Promise<object>) => Promise<object>;
}

const mostRefused = 100;

/**
 * Inserts the records that fit and notes the others. Those that are refused by the rows that are there already are taken out, and the
 * rest is tried again; where the table is full, halves are, until the last one that fits is in.
 */
export async function insertRecords(importing: Importing, records: readonly CsvRecord[]): Promise<void> {
  const { header, tally, write } = importing;
  if (records.length === 0 || tally.stopped !== null) return;
  let refused = new Map<number, ErrorDetail[]>();
  let inserted = 0;
  try {
    await write(async (session) => {
      refused = new Map();
      const rows = records.flatMap((record, index) => {
        const problems: ErrorDetail[] = [];
        const cells = readRow(session.table.columns, dataOf(session.table.columns, header, record, problems), {
          path: ['rows', index],
          problems,
        });
        if (problems.length > 0) refused.set(index, problems);
        return problems.length > 0 ? [] : [{ cells, path: ['rows', index] }];
      });
      inserted = rows.length;
      return rows.length === 0 ? [] : insertRows(session, rows);
    });
  } catch (error) {
    return tryWithout(importing, records, error);
  }
  tally.insertedCount += inserted;
  for (const [index, problems] of refused) note(tally, records[index], problems);
}

async function tryWithout(importing: Importing, records: readonly CsvRecord[], error: unknown): Promise<void> {
  const { tally } = importing;
  const details = error instanceof DomainError ? (error.details ?? []) : [];
  if (details.some(({ code }) => code === 'row_limit')) {
    const [first] = records;
    if (first !== undefined && records.length === 1) {
      tally.stopped = { line: first.line, message: details[0]?.message ?? '' };
      return;
    }
    const half = Math.ceil(records.length / 2);
    await insertRecords(importing, records.slice(0, half));
    return insertRecords(importing, records.slice(half));
  }
  const taken = Map.groupBy(details, ({ path }) => Number(path[1]));
  if (taken.size === 0 || details.some(({ code }) => code !== 'not_unique')) throw error;
  for (const [index, problems] of taken) note(tally, records[index], problems);
  return insertRecords(
    importing,
    records.filter((_, index) => !taken.has(index)),
  );
}

/** What a record says, by the names of the columns. */
function dataOf(
  columns: readonly Column[],
  header: readonly string[],
  { cells }: CsvRecord,
  problems: ErrorDetail[],
): Readonly<Record<string, Json>> {
  if (cells.length !== header.length)
    problems.push({ path: [], message: `The line has ${cells.length} cells instead of ${header.length}`, code: 'cells' });
  const byName = new Map(columns.map((column) => [column.name, column]));
  return Object.fromEntries(
    header.flatMap((name, index) => {
      const text = cells[index] ?? '';
      const column = byName.get(name);
      // A column that is gone since the file was begun refuses its lines like any unknown one.
      return text === '' ? [] : [[name, column === undefined ? text : cellOfCsv(column, text)]];
    }),
  );
}

function note(tally: ImportTally, record: CsvRecord | undefined, problems: readonly ErrorDetail[]): void {
  tally.refusedCount += 1;
  if (tally.refused.length < mostRefused && record !== undefined)
    tally.refused.push({ line: record.line, problems: problems.map(({ message, code }) => ({ message, code })) });
}
