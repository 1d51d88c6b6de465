import { Command } from '@nestjs/cqrs';
import type { Column } from '../domain/column.js';
import type { SchemaChange } from '../store/table-schemas.js';

/** What a caller wants to happen to the columns of a table; the decider reads what is `unknown`. */
export type ColumnsChange =
  | { readonly type: 'add-column'; readonly column: unknown; readonly position: number | undefined }
  | { readonly type: 'change-column'; readonly name: string; readonly updates: unknown }
  | { readonly type: 'delete-column'; readonly name: string };

/** Adds, changes or deletes a column. The answer is all columns that there are then. */
export class ChangeColumns extends Command<readonly Column[]> {
  constructor(
    readonly change: SchemaChange,
    readonly columns: ColumnsChange,
  ) {
    super();
  }
}
