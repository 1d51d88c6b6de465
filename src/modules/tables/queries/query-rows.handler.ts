import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#infrastructure/http/cursor.js';
import { readFilter, requireFilterForm } from '../domain/read-filter.js';
import { readSort, requireSortForm } from '../domain/read-sort.js';
import { KeptHistory } from '../store/kept-history.js';
import type { RowSelection } from '../store/row-statement.js';
import { Rows } from '../store/rows.js';
import type { StoredRow } from '../store/stored-row.js';
import { requireAccess } from '../store/table-access.js';
import { Tables, type TableSchema } from '../store/tables.js';
import { QueryRows, type RowAnswer, type RowQuestion } from './query-rows.query.js';
import { rowView } from './views.js';

/** Where the next page begins: behind a position, or, of sorted rows, at an offset. */
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
    const page = { limit: limit + 1, offset, counts: question.includesTotal };
    const { schema, answer } = await this.tables.ask(access, async (known) => {
      const selection = selectionOf(known, question, place);
      return { ...(await this.rows.page(selection, page)), selection };
    });
    const rows = answer.rows.slice(0, limit);
    const next = answer.rows.length > limit ? nextPlace(answer.selection, rows, offset) : undefined;
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
