import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#infrastructure/http/cursor.js';
import { notFound } from '#kernel/errors.js';
import type { Page } from '#kernel/page.js';
import { pathId } from '#kernel/path-id.js';
import type { Column } from '../domain/column.js';
import { KeptHistory } from '../store/kept-history.js';
import { RowHistory, type StoredChange } from '../store/row-history.js';
import { Rows } from '../store/rows.js';
import { requireAccess } from '../store/table-access.js';
import { Tables } from '../store/tables.js';
import { GetRowHistory, type CellChange, type RowChangeView } from './get-row-history.query.js';

@QueryHandler(GetRowHistory)
export class GetRowHistoryHandler implements IQueryHandler<GetRowHistory> {
  constructor(
    private readonly tables: Tables,
    private readonly rows: Rows,
    private readonly history: RowHistory,
    private readonly kept: KeptHistory,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ access, rowId, page: { limit, cursor } }: GetRowHistory): Promise<Page<RowChangeView>> {
    const scope = JSON.stringify(['row-history', access.tableId, rowId]);
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : (this.cursors.openCursor(scope, cursor) as number);
    requireAccess(access, 'read');
    const { schema: table, answer } = await this.tables.ask(access, () => this.rows.find(access, pathId(rowId, 'Row')));
    const since = await this.kept.since(access.workspaceId);
    const changes = await this.history.page(table.id, rowId, { before, limit: limit + 1, since });
    if (changes.length === 0 && answer.row === undefined && cursor === undefined) throw notFound('Row');
    const data = changes.slice(0, limit);
    const last = data.at(-1);
    const nextCursor = changes.length > limit && last !== undefined ? this.cursors.sealCursor(scope, last.seq) : null;
    return { data: data.map((change) => changeView(table.columns, change)), nextCursor };
  }
}

function changeView(columns: readonly Column[], { id, operation, at, actorId, executionId, before, after }: StoredChange): RowChangeView {
  const names = new Map(columns.map((column) => [column.id, column.name]));
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const cells = ids.map((each): CellChange => ({
    column: names.get(each) ?? each,
    before: before[each] ?? null,
    after: after[each] ?? null,
  }));
  return { id, operation, at, actorId, executionId, cells };
}
