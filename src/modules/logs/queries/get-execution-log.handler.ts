import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/path-id.js';
import { Deployments } from '#modules/workflows/index.js';
import { RetentionRules } from '#modules/retention/index.js';
import { GetExecutionLog, type ExecutionLog } from './get-execution-log.query.js';
import { LateEntries } from './late-entries.js';
import { LogRows } from './log-rows.js';
import { executionStatement } from './log-statement.js';
import { logView, type LogRow } from './log-view.js';

const what = 'Workflow execution';

@QueryHandler(GetExecutionLog)
export class GetExecutionLogHandler implements IQueryHandler<GetExecutionLog> {
  constructor(
    private readonly rows: LogRows,
    private readonly deployments: Deployments,
    private readonly retention: RetentionRules,
    private readonly late: LateEntries,
  ) {}

  async execute({ caller, executionId }: GetExecutionLog): Promise<ExecutionLog> {
    const isUpToDate = await this.rows.catchUp();
    const [row] = await this.rows.query<LogRow>(executionStatement(executionId, [...caller.workspaces.keys()], isId(executionId)));
    if (row === undefined) throw isUpToDate ? notFound(what) : await this.late.refusal(caller, executionId, what);
    const entry = logView(row);
    requireReach(caller, entry.workspaceId, 'read', what);
    if (await this.retention.isPast({ executionId: entry.id, workspaceId: entry.workspaceId })) throw notFound(what);
    return { entry, document: await this.deployments.document(entry.workflowId, entry.deploymentVersion) };
  }
}
