import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#infrastructure/http/cursor.js';
import { isEverything } from '../domain/condition.js';
import { readFilter } from '../domain/read-filter.js';
import { readSort } from '../domain/read-sort.js';
import type { RowSelection } from '../store/row-statement.js';
import { Rows } from '../store/rows.js';
import type { StoredRow } from '../store/stored-row.js';
import { requireAccess } from '../store/table-access.js';
import { Tables, type Table } from '../store/tables.js';
import { QueryRows, type RowAnswer, type RowQuestion } from './query-rows.query.js';
import { rowView } from './views.js';

/** Where the next page begins: behind a position, or, of sorted rows, at an offset. */
type Place = { readonly after: number } | { readonly offset: number };

@QueryHandler(QueryRows)
export class QueryRowsHandler implements IQueryHandler<QueryRows> {
  constructor(
    private readonly tables: Tables,
    private readonly rows: Rows,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ access, question }: QueryRows): Promise<RowAnswer> {
    const { filter, sort, limit, cursor, asOf } = question;
    const scope = JSON.stringify(['rows', access.tableId, filter ?? null, sort ?? null, asOf ?? null]);
    const place = cursor === undefined ? { offset: question.offset } : (this.cursors.openCursor(scope, cursor) as unknown as Place);
    requireAccess(access, 'read');
    const table = await this.tables.get(access);
    const selection: RowSelection = {
      tableId: table.id,
      condition: readFilter(table.columns, filter),
      sort: readSort(table.columns, sort),
      asOf,
      after: 'after' in place ? place.after : undefined,
    };
    const offset = 'offset' in place ? place.offset : 0;
    const found = await this.rows.page(selection, { limit: limit + 1, offset });
    const rows = found.slice(0, limit);
    const next = found.length > limit ? nextPlace(selection, rows, offset) : undefined;
    return {
      rows: rows.map((row) => rowView(table, row)),
      total: await this.#total(table, selection, question),
      nextCursor: next === undefined ? null : this.cursors.sealCursor(scope, next),
    };
  }

  #total(table: Table, selection: RowSelection, { includesTotal, asOf }: RowQuestion): Promise<number | null> | number | null {
    if (!includesTotal) return null;
    return isEverything(selection.condition) && asOf === undefined ? table.rowCount : this.rows.count(selection);
  }
}

function nextPlace({ sort }: RowSelection, rows: readonly StoredRow[], offset: number): Place {
  const last = rows.at(-1);
  return sort.length === 0 && last !== undefined ? { after: last.position } : { offset: offset + rows.length };
}
