import { CursorSignature } from '#edge/answer/cursor.js';
import { composition } from '#app/composition.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { ApiKeyCaller, type Caller } from '#kernel/caller.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceKeeping } from '#modules/identity/index.js';
import { RetentionRules } from '#modules/retention/index.js';
import { ArchiveTableHandler } from '#modules/tables/commands/archive-table.command.js';
import { ArchiveTable } from '#modules/tables/commands/archive-table.command.js';
import { ChangeColumnsHandler } from '#modules/tables/commands/change-columns.command.js';
import { ChangeColumns, type ColumnsChange } from '#modules/tables/commands/change-columns.command.js';
import { DeleteRowsHandler } from '#modules/tables/commands/delete-rows.command.js';
import { DeleteRows, type DeletedRows, type DeletedSelection } from '#modules/tables/commands/delete-rows.command.js';
import { InsertRowsHandler } from '#modules/tables/commands/insert-rows.command.js';
import { InsertRows, type InsertedRows } from '#modules/tables/commands/insert-rows.command.js';
import type { NewRows } from '#modules/tables/commands/read-rows.js';
import { UpdateRowHandler } from '#modules/tables/commands/update-row.command.js';
import { UpdateRow } from '#modules/tables/commands/update-row.command.js';
import { UpdateRowsHandler } from '#modules/tables/commands/update-rows.command.js';
import { UpdateRows, type UpdatedRows } from '#modules/tables/commands/update-rows.command.js';
import { UpsertRowHandler } from '#modules/tables/commands/upsert-row.command.js';
import { UpsertRow, type UpsertedRow } from '#modules/tables/commands/upsert-row.command.js';
import type { ColumnDraft } from '#modules/tables/domain/column.js';
import { ExportRows, ExportRowsHandler } from '#modules/tables/queries/export-rows.query.js';
import { QueryRowsHandler } from '#modules/tables/queries/query-rows.query.js';
import { QueryRows, type RowAnswer, type RowQuestion } from '#modules/tables/queries/query-rows.query.js';
import type { RowView } from '#modules/tables/queries/views.js';
import { ColumnCells } from '#modules/tables/store/column-cells.js';
import { RowSessions, type RowSession } from '#modules/tables/store/rows/row-session.js';
import { KeptHistory } from '#modules/tables/store/rows/kept-history.js';
import { Rows } from '#modules/tables/store/rows/rows.js';
import type { TableAccess } from '#modules/tables/store/table-access.js';
import { TableGate } from '#modules/tables/store/table-gate.js';
import { TableSchemas } from '#modules/tables/store/table-schemas.js';
import { Tables } from '#modules/tables/store/tables.js';
import { tablesWiring } from '#modules/tables/wiring.js';
import { openTestStore, type TestStore } from '../open-store.js';

export type ColumnWish = Pick<ColumnDraft, 'name' | 'type'> & Partial<ColumnDraft>;

/** The tables of one workspace on a separate database, used like by a run. */
export class TableWorld {
  readonly #workspaceId: string;
  readonly #caller: Caller;
  readonly #schemas: TableSchemas;
  readonly #tables: Tables;
  readonly #sessions: RowSessions;
  readonly #rows: Rows;
  readonly #kept: KeptHistory;
  #count = 0;

  private constructor(readonly store: TestStore) {
    const ids = new SystemIds();
    const plans = new PlanCatalogue();
    const gate = new TableGate(store.pool, store.activity);
    this.#workspaceId = ids.next();
    this.#caller = memberOf(this.#workspaceId, ids.next());
    this.#tables = new Tables(store.pool);
    this.#schemas = new TableSchemas(store.store, gate, this.#tables, new ColumnCells(ids, store.pool), plans, ids);
    this.#sessions = new RowSessions(gate, this.#tables, plans, new SystemClock(), ids);
    this.#rows = new Rows(store.pool);
    this.#kept = new KeptHistory(
      new RetentionRules(store.pool, new WorkspaceKeeping(store.pool), plans, new SystemClock(), composition.runs),
    );
  }

  static async open(): Promise<TableWorld> {
    return new TableWorld(await openTestStore(tablesWiring));
  }

  async create(columns: readonly ColumnWish[]): Promise<WorldTable> {
    this.#count += 1;
    const details = { workspaceId: this.#workspaceId, name: `t${this.#count}`, description: null, columns };
    const caller = this.#caller;
    const tableId = await this.#schemas.create({ type: 'create', ...details, at: new Date().toISOString() }, { caller, meta: {} });
    const run = { executionId: 'run', actorId: caller.userId, plan: null, callChain: ['a-workflow'] };
    return new WorldTable(
      {
        sessions: this.#sessions,
        tables: this.#tables,
        rows: this.#rows,
        kept: this.#kept,
        archiving: new ArchiveTableHandler(this.#schemas, new SystemClock()),
        columns: new ChangeColumnsHandler(this.#schemas, this.#tables, new SystemClock()),
      },
      { workspaceId: this.#workspaceId, tableId, by: { run } },
      caller,
    );
  }
}

interface Parts {
  readonly sessions: RowSessions;
  readonly tables: Tables;
  readonly rows: Rows;
  readonly kept: KeptHistory;
  readonly columns: ChangeColumnsHandler;
  readonly archiving: ArchiveTableHandler;
}

const firstPage = { limit: 1000, offset: 0, includesTotal: true };

export class WorldTable {
  constructor(
    private readonly parts: Parts,
    readonly access: TableAccess,
    private readonly caller: Caller,
  ) {}

  get id(): string {
    return this.access.tableId;
  }

  insert(sent: NewRows, effectKey?: string): Promise<InsertedRows> {
    return new InsertRowsHandler(this.parts.sessions).execute(new InsertRows(this.access, sent, effectKey));
  }

  upsert(data: JsonObject, conflictTarget?: string, effectKey?: string): Promise<UpsertedRow> {
    return new UpsertRowHandler(this.parts.sessions).execute(new UpsertRow(this.access, { data, conflictTarget }, effectKey));
  }

  update(rowId: string, data: JsonObject): Promise<RowView> {
    return new UpdateRowHandler(this.parts.sessions).execute(new UpdateRow(this.access, rowId, data));
  }

  /** One transaction on the rows, which ends with `work`. */
  write<T extends object>(work: (session: RowSession) => Promise<T>): Promise<T> {
    return this.parts.sessions.write(this.access, work);
  }

  updateMatching(filter: Json, data: JsonObject, effectKey?: string): Promise<UpdatedRows> {
    const update = { filter, data, limit: 1000 };
    return new UpdateRowsHandler(this.parts.sessions).execute(new UpdateRows(this.access, update, effectKey));
  }

  delete(selection: DeletedSelection, effectKey?: string): Promise<DeletedRows> {
    return new DeleteRowsHandler(this.parts.sessions).execute(new DeleteRows(this.access, selection, effectKey));
  }

  change(columns: ColumnsChange): Promise<unknown> {
    const { workspaceId, tableId } = this.access;
    return this.parts.columns.execute(new ChangeColumns({ caller: this.caller, meta: {}, workspaceId, tableId }, columns));
  }

  archive(): Promise<void> {
    const { workspaceId, tableId } = this.access;
    return this.parts.archiving.execute(new ArchiveTable({ caller: this.caller, meta: {}, workspaceId, tableId }));
  }

  query(question: Partial<RowQuestion> = {}): Promise<RowAnswer> {
    const { tables, rows, kept } = this.parts;
    const handler = new QueryRowsHandler(tables, rows, kept, new CursorSignature('1'.repeat(64)));
    return handler.execute(new QueryRows(this.access, { ...firstPage, ...question }));
  }

  /** The parts of the exported file, the header first. */
  async export(): Promise<string[]> {
    const { tables, rows, kept } = this.parts;
    const { parts } = await new ExportRowsHandler(tables, rows, kept).execute(new ExportRows(this.access, {}));
    const all: string[] = [];
    for await (const part of parts) all.push(part);
    return all;
  }

  async rowCount(): Promise<number> {
    return (await this.parts.tables.get(this.access)).rowCount;
  }
}

function memberOf(workspaceId: string, userId: string): Caller {
  return new ApiKeyCaller({
    userId,
    keyId: userId,
    keyKind: 'personal',
    workspaceId: null,
    scope: 'admin',
    isOperator: false,
    account: { userId, organizationId: null, plan: null },
    organizations: new Map(),
    workspaces: new Map([[workspaceId, { permission: 'write', organizationId: null, allowsPersonalKeys: true }]]),
  });
}
