import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#infrastructure/http/cursor.js';
import { requireWorkspace } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { Deployments } from '#modules/workflows/index.js';
import { ListLogs, type LogInclusions } from './list-logs.query.js';
import { LogDetails } from './log-details.js';
import { withoutFolders, type LogFilter, type RowFilter } from './log-filter.js';
import { LogRows } from './log-rows.js';
import { pageStatement, type LogPosition } from './log-statement.js';
import type { LogView } from './log-view.js';

/** Characters of history on one page. A page that has more ends early, and its cursor goes on from there. */
const historyBudget = 16 * 1024 * 1024;

@QueryHandler(ListLogs)
export class ListLogsHandler implements IQueryHandler<ListLogs> {
  constructor(
    private readonly rows: LogRows,
    private readonly details: LogDetails,
    private readonly deployments: Deployments,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, filter, page: { limit, order, cursor }, include }: ListLogs): Promise<Page<LogView>> {
    const scope = JSON.stringify(['logs', order, filter]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as unknown as LogPosition);
    requireWorkspace(caller, filter.workspaceId, 'read');
    if (after === undefined) await this.rows.catchUp();
    const found = await this.rows.select(pageStatement({ filter: await this.#rowFilter(filter), order, limit: limit + 1, after }));
    const data = await this.#detailed(found.slice(0, limit), include);
    const last = data.at(-1);
    const isLastPage = last === undefined || data.length === found.length;
    return { data, nextCursor: isLastPage ? null : this.cursors.sealCursor(scope, { startedAt: last.startedAt, id: last.id }) };
  }

  async #rowFilter(filter: LogFilter): Promise<RowFilter> {
    const { workspaceId, folderIds } = filter;
    return folderIds === undefined ? filter : withoutFolders(filter, await this.deployments.inFolders(workspaceId, folderIds));
  }

  async #detailed(entries: readonly LogView[], { workflow, traceSpans, finalOutput }: LogInclusions): Promise<readonly LogView[]> {
    const described = workflow ? await this.details.described(entries) : entries;
    return traceSpans || finalOutput ? this.details.withHistories(described, traceSpans, historyBudget) : described;
  }
}
