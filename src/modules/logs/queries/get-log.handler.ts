import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { GetLog } from './get-log.query.js';
import { RetentionRules } from '#modules/retention/index.js';
import { LateEntries } from './late-entries.js';
import { LogDetails } from './log-details.js';
import { LogRows } from './log-rows.js';
import { logStatement } from './log-statement.js';
import { logView, type LogRow, type LogView } from './log-view.js';

@QueryHandler(GetLog)
export class GetLogHandler implements IQueryHandler<GetLog> {
  constructor(
    private readonly rows: LogRows,
    private readonly details: LogDetails,
    private readonly retention: RetentionRules,
    private readonly late: LateEntries,
  ) {}

  async execute({ caller, id }: GetLog): Promise<LogView> {
    const isUpToDate = await this.rows.catchUp();
    const [entry] = await this.details.described((await this.rows.query<LogRow>(logStatement(id))).map(logView));
    if (entry === undefined) throw isUpToDate ? notFound('Log') : await this.late.refusal(caller, id, 'Log');
    requireReach(caller, entry.workspaceId, 'read', 'Log');
    if (await this.retention.isPast({ executionId: entry.id, workspaceId: entry.workspaceId })) throw notFound('Log');
    return { ...entry, history: await this.details.history(entry, true) };
  }
}
