import { Command } from '@nestjs/cqrs';
import type { RowView } from '../queries/views.js';
import type { TableAccess } from '../store/table-access.js';

export interface UpsertedRow {
  readonly row: RowView;
  readonly operation: 'insert' | 'update';
}

/** Replaces the row with the same value in a unique column, or adds one. With an `effectKey` it happens once. */
export class UpsertRow extends Command<UpsertedRow> {
  constructor(
    readonly access: TableAccess,
    /** `conflictTarget`: the unique column; may be left out where there is only one. */
    readonly upsert: { readonly data: unknown; readonly conflictTarget?: string | undefined },
    readonly effectKey?: string,
  ) {
    super();
  }
}
