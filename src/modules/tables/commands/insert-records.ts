import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { cellOfCsv } from '../csv/csv-cell.js';
import type { CsvRecord } from '../csv/csv-records.js';
import type { Column } from '../domain/column.js';
import { readRow, type Report } from '../domain/row-data.js';
import { insertRows } from '../store/rows/insert-rows.js';
import type { RowSession } from '../store/rows/row-session.js';
import { RolledBack, type DryInserts } from './dry-inserts.js';

/** A line of the file that could not be inserted. */
export interface RefusedLine {
  /** Number of the line on which the record ends. The header is line 1. */
  readonly line: number;
  /** The problems of the record. */
  readonly problems: readonly {
    readonly message: string;
    /** The code of the problem for programs. */
    readonly code: string;
  }[];
}

/** The result of an import. */
export interface ImportReport {
  /** Number of inserted rows. */
  readonly insertedCount: number;
  /** Number of rejected lines. */
  readonly refusedCount: number;
  /** The first 100 rejected lines. */
  readonly refused: readonly RefusedLine[];
  /** Why reading stopped before the end of the file; null if it did not. Rows inserted before are kept. */
  readonly stopped: {
    /** Number of the line where reading stopped. */
    readonly line: number;
    /** The reason. */
    readonly message: string;
  } | null;
}

/** A report under construction. */
export type ImportTally = { -readonly [Key in keyof ImportReport]: ImportReport[Key] } & { readonly refused: RefusedLine[] };

export interface Importing {
  readonly header: readonly string[];
  readonly tally: ImportTally;
  readonly write: (work: (session: RowSession) => Promise<object>) => Promise<object>;
  /** Present for a dry run. */
  readonly dry?: DryInserts | undefined;
}

const mostRefused = 100;

/**
 * Inserts the valid records and reports the others. Records that conflict with existing rows are taken out and the rest is retried. When
 * the table is full, the batch is halved until it fits.
 */
export async function insertRecords(importing: Importing, records: readonly CsvRecord[]): Promise<void> {
  const { header, tally, write, dry } = importing;
  if (records.length === 0 || tally.stopped !== null) return;
  let refused = new Map<number, ErrorDetail[]>();
  let inserted = 0;
  try {
    await write(async (session) => {
      refused = new Map();
      const rows = records.flatMap((record, index) => {
        const problems: ErrorDetail[] = [];
        const path = ['rows', index];
        const report = { path, problems };
        const row = { cells: readRow(session.table.columns, dataOf(session.table.columns, header, record, report), report), path };
        if (problems.length === 0 && dry !== undefined) problems.push(...dry.problemsOf(session, row));
        if (problems.length > 0) refused.set(index, problems);
        return problems.length > 0 ? [] : [row];
      });
      inserted = rows.length;
      if (dry !== undefined) return dry.insert(session, rows);
      return rows.length === 0 ? [] : insertRows(session, rows);
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) return tryWithout(importing, records, error);
    dry?.keep(inserted);
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

/** The cells of a record by column name. */
function dataOf(
  columns: readonly Column[],
  header: readonly string[],
  { cells }: CsvRecord,
  report: Report,
): Readonly<Record<string, Json>> {
  if (cells.length !== header.length)
    report.problems.push({ path: [], message: `The line has ${cells.length} cells instead of ${header.length}`, code: 'cells' });
  const byName = new Map(columns.map((column) => [column.name, column]));
  return Object.fromEntries(
    header.flatMap((name, index) => {
      const text = cells[index] ?? '';
      const column = byName.get(name);
      // A column that was deleted during the import counts as unknown.
      return text === '' ? [] : [[name, column === undefined ? text : readCell(column, text, report)]];
    }),
  );
}

/** The cell; empty if it cannot be read, which the report then tells. */
function readCell(column: Column, text: string, { path, problems }: Report): Json {
  try {
    return cellOfCsv(column, text);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The path of the column keeps a required cell from being reported as missing too.
    problems.push(...(error.details ?? []).map((detail) => ({ ...detail, path: [...path, column.name] })));
    return null;
  }
}

function note(tally: ImportTally, record: CsvRecord | undefined, problems: readonly ErrorDetail[]): void {
  tally.refusedCount += 1;
  if (tally.refused.length < mostRefused && record !== undefined)
    tally.refused.push({ line: record.line, problems: problems.map(({ message, code }) => ({ message, code })) });
}
