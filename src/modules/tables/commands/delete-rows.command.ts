import { Command } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import type { TableAccess } from '../store/table-access.js';

/** Which rows: those with these ids, or the first `limit` that a filter finds. */
export type DeletedSelection = { readonly rowIds: readonly string[] } | { readonly filter: Json; readonly limit: number };

export interface DeletedRows {
  readonly deletedRowIds: readonly string[];
}

/** Deletes rows, all or none. With an `effectKey` it happens once. */
export class DeleteRows extends Command<DeletedRows> {
  constructor(
    readonly access: TableAccess,
    readonly selection: DeletedSelection,
    readonly effectKey?: string,
  ) {
    super();
  }
}
