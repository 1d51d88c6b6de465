import { Command } from '@nestjs/cqrs';
import type { RowView } from '../queries/views.js';
import type { TableAccess } from '../store/table-access.js';

/** Makes a row what it was before one change. Null: the row is gone, since what was undone is that it came. */
export class UndoRowChange extends Command<{ readonly row: RowView | null }> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly changeId: string,
  ) {
    super();
  }
}
