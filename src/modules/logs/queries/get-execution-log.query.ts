import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach, workspacesOf } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { RetentionRules } from '#modules/retention/index.js';
import { type WorkflowDocument } from '#document/document.js';
import { ambiguousRun, type LocatedRun } from '#modules/runs/index.js';
import { Deployments } from '#modules/workflows/index.js';
import { LateEntries } from './pages/late-entries.js';
import { LogRows } from './pages/log-rows.js';
import { executionStatement } from './pages/log-statement.js';
import { type LogView, logView, type LogRow } from './log-view.js';

export interface ExecutionLog {
  readonly entry: LogView;
  /** The version that the run is pinned to. */
  readonly document: WorkflowDocument;
}

/**
 * The entry of a run by its execution id. @throws DomainError not-found, the same for an absent and for a
 * foreign one; conflict for an id that several workspaces have
 */
export class GetExecutionLog extends Query<ExecutionLog> {
  constructor(readonly run: LocatedRun) {
    super();
  }
}

const what = 'Workflow execution';

@QueryHandler(GetExecutionLog)
export class GetExecutionLogHandler implements IQueryHandler<GetExecutionLog> {
  constructor(
    private readonly rows: LogRows,
    private readonly deployments: Deployments,
    private readonly retention: RetentionRules,
    private readonly late: LateEntries,
  ) {}

  async execute({ run }: GetExecutionLog): Promise<ExecutionLog> {
    const { caller, id, workspaceId } = run;
    const workspaceIds = workspacesOf(caller, workspaceId, 'read');
    const isUpToDate = await this.rows.catchUp();
    const [row, other] = await this.rows.read<LogRow>(executionStatement(id, workspaceIds, isId(id)));
    if (row === undefined) throw isUpToDate ? notFound(what) : await this.late.refusal(run, what);
    const entry = logView(row);
    if (entry.id !== id && other !== undefined && logView(other).workspaceId !== entry.workspaceId) throw ambiguousRun(id);
    requireReach(caller, entry.workspaceId, 'read', what);
    if (await this.retention.isPast({ executionId: entry.id, workspaceId: entry.workspaceId })) throw notFound(what);
    return { entry, document: await this.deployments.document(entry.workflowId, entry.deploymentVersion) };
  }
}
