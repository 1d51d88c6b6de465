import { Query } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import type { TableAccess } from '../store/table-access.js';

export interface RowExport {
  /** Of the table. */
  readonly name: string;
  /** The text of the file, a part at a time, made as it is taken. */
  readonly parts: AsyncIterable<string>;
}

/** The rows that a filter finds as a CSV file, in the order in which they were inserted. Rows that change meanwhile are in it once, before or after. */
export class ExportRows extends Query<RowExport> {
  constructor(
    readonly access: TableAccess,
    readonly rows: { readonly filter?: Json | undefined; readonly asOf?: string | undefined },
  ) {
    super();
  }
}
