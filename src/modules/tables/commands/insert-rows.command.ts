import { Command } from '@nestjs/cqrs';
import type { RowView } from '../queries/views.js';
import type { TableAccess } from '../store/table-access.js';

/** What was sent: one row as `data`, or several as `rows`. */
export type NewRows = { readonly data: unknown } | { readonly rows: readonly unknown[] };

export interface InsertedRows {
  readonly rows: readonly RowView[];
}

/** Adds rows, all or none. With an `effectKey` it happens once, however often it is asked for. */
export class InsertRows extends Command<InsertedRows> {
  constructor(
    readonly access: TableAccess,
    readonly sent: NewRows,
    readonly effectKey?: string,
  ) {
    super();
  }
}
