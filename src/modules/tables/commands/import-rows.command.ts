import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type ErrorDetail, DomainError, invalid } from '#kernel/errors.js';
import { CsvBroken, csvRecords, type CsvRecord } from '../csv/csv-records.js';
import { RowSessions } from '../store/rows/row-session.js';
import { type TableAccess, requireAccess } from '../store/table-access.js';
import { Tables, type Table } from '../store/tables.js';
import { DryInserts } from './dry-inserts.js';
import { insertRecords, type Importing, type ImportReport, type ImportTally } from './insert-records.js';

/** The progress of an import. */
export type ImportProgress = Pick<ImportReport, 'insertedCount' | 'refusedCount'> & {
  /** Number of the last processed line. */
  readonly line: number;
};

interface ImportOptions {
  readonly onProgress: (progress: ImportProgress) => void;
  /** Whether every batch is rolled back, so that the report is the only result. */
  readonly isDry: boolean;
}

/** Inserts each valid record of a CSV file as a row, in batches of a few hundred while the file is being read. */
export class ImportRows extends Command<ImportReport> {
  constructor(
    readonly access: TableAccess,
    readonly source: AsyncIterable<Uint8Array>,
    readonly options: ImportOptions,
  ) {
    super();
  }
}

const batch = 500;

@CommandHandler(ImportRows)
export class ImportRowsHandler implements ICommandHandler<ImportRows> {
  constructor(
    private readonly sessions: RowSessions,
    private readonly tables: Tables,
  ) {}

  async execute({ access, source, options: { onProgress, isDry } }: ImportRows): Promise<ImportReport> {
    requireAccess(access, 'write');
    const table = await this.tables.get(access);
    const tally: ImportTally = { insertedCount: 0, refusedCount: 0, refused: [], stopped: null };
    const write: Importing['write'] = (work) => this.sessions.write(access, work);
    const dry = isDry ? new DryInserts() : undefined;
    let line = 0;
    try {
      for await (const { header, records } of batches(csvRecords(source))) {
        if (line === 0) requireColumns(table, header);
        line = records.at(-1)?.line ?? line;
        await insertRecords({ header, tally, write, dry }, records);
        onProgress({ line, insertedCount: tally.insertedCount, refusedCount: tally.refusedCount });
        if (tally.stopped !== null) break;
      }
    } catch (error) {
      if (!(error instanceof CsvBroken)) throw error;
      tally.stopped = { line: error.line ?? 1, message: error.message };
    }
    return tally;
  }
}

interface Batch {
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
}

/** Batches of records; the first record names the columns. A file with only a header yields one empty batch. */
async function* batches(records: AsyncIterable<CsvRecord>): AsyncGenerator<Batch> {
  let header: readonly string[] | undefined;
  let waiting: CsvRecord[] = [];
  let broken: CsvBroken | undefined;
  try {
    for await (const record of records) {
      if (header === undefined) {
        header = record.cells.map((cell) => cell.trim());
        continue;
      }
      waiting.push(record);
      if (waiting.length < batch) continue;
      yield { header, records: waiting };
      waiting = [];
    }
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error;
    broken = error;
  }
  if (header === undefined) throw broken ?? new CsvBroken('The file is empty');
  yield { header, records: waiting };
  if (broken !== undefined) throw broken;
}

/** @throws DomainError invalid */
function requireColumns({ columns }: Table, header: readonly string[]): void {
  const known = new Set(columns.map(({ name }) => name));
  const problems: ErrorDetail[] = [];
  const problem = (name: string, message: string, code: string): void => void problems.push({ path: ['columns', name], message, code });
  for (const [index, name] of header.entries()) {
    if (!known.has(name)) problem(name, `Column "${name}" does not exist in this table`, 'unknown_column');
    else if (header.indexOf(name) !== index) problem(name, `Column "${name}" appears twice`, 'duplicate');
  }
  for (const { name, required } of columns)
    if (required && !header.includes(name)) problem(name, `Missing required field: ${name}`, 'required');
  if (problems.length > 0)
    throw header.length > 1000 ? new DomainError('invalid', 'VALIDATION_FAILED', 'The file has too many columns') : invalid(problems);
}
