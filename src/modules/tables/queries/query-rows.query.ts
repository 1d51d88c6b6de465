import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import type { Json } from '#kernel/json.js';
import { readFilter, requireFilterForm } from '../domain/read-filter.js';
import { readSort, requireSortForm } from '../domain/read-sort.js';
import { KeptHistory } from '../store/rows/kept-history.js';
import type { RowSelection } from '../store/rows/row-statement.js';
import { Rows } from '../store/rows/rows.js';
import type { StoredRow } from '../store/rows/stored-row.js';
import { type TableAccess, requireAccess } from '../store/table-access.js';
import { Tables, type TableSchema } from '../store/tables.js';
import { type RowView, rowView } from './views.js';

/** Filter and sort are not validated yet. */
export interface RowQuestion {
  readonly filter?: Json | undefined;
  readonly sort?: Json | undefined;
  readonly limit: number;
  readonly offset: number;
  /** Continues after a page. It excludes an offset. */
  readonly cursor?: string | undefined;
  readonly includesTotal: boolean;
  /** The time of the state to return, ISO 8601, UTC. */
  readonly asOf?: string | undefined;
}

export interface RowAnswer {
  readonly rows: readonly RowView[];
  readonly total: number | null;
  readonly nextCursor: string | null;
}

/** A page of the rows that match a filter. Without a sort they come in the order of insertion. */
export class QueryRows extends Query<RowAnswer> {
  constructor(
    readonly access: TableAccess,
    readonly question: RowQuestion,
  ) {
    super();
  }
}

/** Only pages with more rows are measured: so many rows of the largest size fit into memory. */
const unboundedRows = 100;
const pageBytes = 16 * 1024 * 1024;

/** Where the next page begins: after a position, or at an offset of sorted rows. */
type Place = { readonly after: number } | { readonly offset: number };

@QueryHandler(QueryRows)
export class QueryRowsHandler implements IQueryHandler<QueryRows> {
  constructor(
    private readonly tables: Tables,
    private readonly rows: Rows,
    private readonly kept: KeptHistory,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ access, question }: QueryRows): Promise<RowAnswer> {
    const { filter, sort, limit, cursor, asOf } = question;
    const scope = JSON.stringify(['rows', access.tableId, filter ?? null, sort ?? null, asOf ?? null]);
    const place = cursor === undefined ? { offset: question.offset } : (this.cursors.openCursor(scope, cursor) as unknown as Place);
    requireFilterForm(filter);
    requireSortForm(sort);
    requireAccess(access, 'read');
    await this.kept.require(access.workspaceId, asOf);
    const offset = 'offset' in place ? place.offset : 0;
    const bounds = limit > unboundedRows ? { mostBytes: pageBytes } : {};
    const page = { limit: limit + 1, offset, counts: question.includesTotal, ...bounds };
    const { schema, answer } = await this.tables.ask(access, async (known) => {
      const selection = selectionOf(known, question, place);
      return { ...(await this.rows.page(selection, page)), selection };
    });
    const rows = answer.rows.slice(0, limit);
    const next = answer.isCut || answer.rows.length > limit ? nextPlace(answer.selection, rows, offset) : undefined;
    return {
      rows: rows.map((row) => rowView(schema, row)),
      total: answer.total,
      nextCursor: next === undefined ? null : this.cursors.sealCursor(scope, next),
    };
  }
}

/** @throws DomainError invalid */
function selectionOf({ id: tableId, workspaceId, columns }: TableSchema, { filter, sort, asOf }: RowQuestion, place: Place): RowSelection {
  return {
    tableId,
    workspaceId,
    condition: readFilter(columns, filter),
    sort: readSort(columns, sort),
    asOf,
    after: 'after' in place ? place.after : undefined,
  };
}

function nextPlace({ sort }: RowSelection, rows: readonly StoredRow[], offset: number): Place {
  const last = rows.at(-1);
  return sort.length === 0 && last !== undefined ? { after: last.position } : { offset: offset + rows.length };
}
