import { Command } from '@nestjs/cqrs';
import type { ErrorDetail } from '#kernel/errors.js';
import type { TableAccess } from '../store/table-access.js';

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

/** How far an import has come. */
export type ImportProgress = Pick<ImportReport, 'insertedCount' | 'refusedCount'> & { readonly line: number };

/** Adds a row for each record of a CSV file that fits, a few hundred at a time, while the file is being read. */
export class ImportRows extends Command<ImportReport> {
  constructor(
    readonly access: TableAccess,
    readonly source: AsyncIterable<Uint8Array>,
    readonly onProgress: (progress: ImportProgress) => void,
  ) {
    super();
  }
}
