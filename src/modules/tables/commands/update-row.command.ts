import { Command } from '@nestjs/cqrs';
import type { RowView } from '../queries/views.js';
import type { TableAccess } from '../store/table-access.js';

/** Changes the given cells of a row; null empties one. */
export class UpdateRow extends Command<RowView> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly data: unknown,
  ) {
    super();
  }
}
