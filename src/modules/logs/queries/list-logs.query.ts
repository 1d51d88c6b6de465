import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { RetentionRules } from '#modules/retention/index.js';
import { WorkflowDirectory } from '#modules/workflows/index.js';
import { filterReadings } from './pages/filter-readings.js';
import { LogDetails } from './log-details.js';
import type { LogFilter, RowFilter } from './pages/log-filter.js';
import { LogPages } from './pages/log-pages.js';
import { LogRows } from './pages/log-rows.js';
import type { LogOrder, LogPosition } from './pages/log-statement.js';
import type { LogView } from './log-view.js';

export interface LogPageRequest {
  readonly limit: number;
  readonly order: LogOrder;
  /** The `nextCursor` of the previous page. */
  readonly cursor: string | undefined;
}

/** The details of each run besides its row. */
export interface LogInclusions {
  readonly workflow: boolean;
  readonly traceSpans: boolean;
  readonly finalOutput: boolean;
}

export class ListLogs extends Query<Page<LogView>> {
  constructor(
    readonly caller: Caller,
    readonly filter: LogFilter,
    readonly page: LogPageRequest,
    readonly include: LogInclusions,
  ) {
    super();
  }
}

/** Characters of history on one page. A page with more ends early, and its cursor continues there. */
const historyBudget = 16 * 1024 * 1024;

@QueryHandler(ListLogs)
export class ListLogsHandler implements IQueryHandler<ListLogs> {
  constructor(
    private readonly rows: LogRows,
    private readonly pages: LogPages,
    private readonly details: LogDetails,
    private readonly directory: WorkflowDirectory,
    private readonly cursors: CursorSignature,
    private readonly retention: RetentionRules,
  ) {}

  async execute({ caller, filter, page: { limit, order, cursor }, include }: ListLogs): Promise<Page<LogView>> {
    const scope = JSON.stringify(['logs', order, filter]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as unknown as LogPosition);
    requireWorkspace(caller, filter.workspaceId, 'read');
    const caughtUp = after === undefined ? this.rows.catchUp() : undefined;
    const [readings] = await Promise.all([this.#shown(filter).then((shown) => this.#readings(shown)), caughtUp]);
    const { entries, until } = await this.pages.find({ readings, order, limit: limit + 1, after });
    const data = await this.#detailed(entries.slice(0, limit), include);
    const next = data.length < entries.length ? data.at(-1) : until;
    return { data, nextCursor: next === undefined ? null : this.cursors.sealCursor(scope, { startedAt: next.startedAt, id: next.id }) };
  }

  /** Runs beyond their retention time are not listed. A run on hold, or one that is still active, is found by its id. */
  async #shown(filter: LogFilter): Promise<LogFilter> {
    const since = (await this.retention.shownSince(filter.workspaceId))?.toISOString();
    if (since === undefined || (filter.startDate !== undefined && filter.startDate >= since)) return filter;
    return { ...filter, startDate: since };
  }

  async #readings(filter: LogFilter): Promise<readonly RowFilter[]> {
    const { workspaceId, folderIds, search } = filter;
    const [inFolders, found] = await Promise.all([
      folderIds === undefined ? undefined : this.directory.inFolders(workspaceId, folderIds),
      search === undefined ? [] : this.directory.named(workspaceId, search),
    ]);
    return filterReadings(filter, { inFolders, found });
  }

  async #detailed(entries: readonly LogView[], { workflow, traceSpans, finalOutput }: LogInclusions): Promise<readonly LogView[]> {
    const described = workflow ? await this.details.described(entries) : entries;
    return traceSpans || finalOutput ? this.details.withHistories(described, traceSpans, historyBudget) : described;
  }
}
