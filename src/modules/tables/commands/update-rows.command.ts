import { Command } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import type { TableAccess } from '../store/table-access.js';

export interface UpdatedRows {
  readonly updatedRowIds: readonly string[];
}

/** Changes the given cells of the first `limit` rows that a filter finds, all or none. With an `effectKey` it happens once. */
export class UpdateRows extends Command<UpdatedRows> {
  constructor(
    readonly access: TableAccess,
    readonly update: { readonly filter: Json; readonly data: unknown; readonly limit: number },
    readonly effectKey?: string,
  ) {
    super();
  }
}
