import { Query } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import type { TableAccess } from '../store/table-access.js';
import type { RowView } from './views.js';

/** What a caller asks for; filter and sort as they were sent. */
export interface RowQuestion {
  readonly filter?: Json | undefined;
  readonly sort?: Json | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Goes on where a page ended; instead of an offset. */
  readonly cursor?: string | undefined;
  readonly includesTotal: boolean;
  /** As the rows were then, ISO 8601, UTC. */
  readonly asOf?: string | undefined;
}

export interface RowAnswer {
  readonly rows: readonly RowView[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

/** A page of the rows that a filter finds; without a sort in the order in which they were inserted. */
export class QueryRows extends Query<RowAnswer> {
  constructor(
    readonly access: TableAccess,
    readonly question: RowQuestion,
  ) {
    super();
  }
}
