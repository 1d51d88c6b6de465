import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import { notFound } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { Page } from '#kernel/page.js';
import { pathId } from '#kernel/ids.js';
import type { Column } from '../domain/column.js';
import { UserEmails } from '#modules/identity/index.js';
import { KeptHistory } from '../store/rows/kept-history.js';
import { type RowOperation, RowHistory, type StoredChange } from '../store/rows/row-history.js';
import { Rows } from '../store/rows/rows.js';
import { type TableAccess, requireAccess } from '../store/table-access.js';
import { Tables } from '../store/tables.js';

/** A changed cell. */
export interface CellChange {
  /** Present name of the column, or its id if it has been deleted. */
  readonly column: string;
  /** Value before the change; null for an empty cell. */
  readonly before: Json;
  /** Value after the change; null for an empty cell. */
  readonly after: Json;
}

/** A change of a row. */
export interface RowChangeView {
  /** Id of the change. */
  readonly id: string;
  /** The kind of the change. */
  readonly operation: RowOperation;
  /** When the row was changed. */
  readonly at: string;
  /** Id of the user who made the change; null without one. */
  readonly actorId: string | null;
  /** Present e-mail address of that user; null without one. */
  readonly actorEmail: string | null;
  /** Id of the run that made the change; null without one. */
  readonly executionId: string | null;
  /** The changed cells. */
  readonly cells: readonly CellChange[];
}

/** The changes of a row, newest first. Deleted rows are included. */
export class GetRowHistory extends Query<Page<RowChangeView>> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly page: { readonly limit: number; readonly cursor?: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(GetRowHistory)
export class GetRowHistoryHandler implements IQueryHandler<GetRowHistory> {
  constructor(
    private readonly tables: Tables,
    private readonly rows: Rows,
    private readonly history: RowHistory,
    private readonly kept: KeptHistory,
    private readonly cursors: CursorSignature,
    private readonly emails: UserEmails,
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
    const emails = await this.emails.ofAll(data.flatMap(({ actorId }) => actorId ?? []));
    return {
      data: data.map((change) => ({ ...changeView(table.columns, change), actorEmail: emails.get(change.actorId ?? '') ?? null })),
      nextCursor,
    };
  }
}

function changeView(
  columns: readonly Column[],
  { id, operation, at, actorId, executionId, before, after }: StoredChange,
): Omit<RowChangeView, 'actorEmail'> {
  const names = new Map(columns.map((column) => [column.id, column.name]));
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const cells = ids.map((each): CellChange => ({
    column: names.get(each) ?? each,
    before: before[each] ?? null,
    after: after[each] ?? null,
  }));
  return { id, operation, at, actorId, executionId, cells };
}
