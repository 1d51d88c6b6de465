import { Query } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import type { Page } from '#kernel/page.js';
import type { RowOperation } from '../store/row-history.js';
import type { TableAccess } from '../store/table-access.js';

export interface CellChange {
  /** The name that the column has now; of one that is gone, its id. */
  readonly column: string;
  /** What it held before. */
  readonly before: Json;
  /** What it holds since. */
  readonly after: Json;
}

export interface RowChangeView {
  readonly id: string;
  readonly operation: RowOperation;
  /** When. */
  readonly at: string;
  /** Who did it, and in which run if it was one. */
  readonly actorId: string | null;
  /** The run that did it; null: none. */
  readonly executionId: string | null;
  /** Which cells. */
  readonly cells: readonly CellChange[];
}

/** What happened to a row, also to one that is deleted, the newest first. */
export class GetRowHistory extends Query<Page<RowChangeView>> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly page: { readonly limit: number; readonly cursor?: string | undefined },
  ) {
    super();
  }
}
