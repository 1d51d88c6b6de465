import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireReach, workspacesOf } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { RunIntegrity } from '#modules/audit/index.js';
import { RetentionRules } from '#modules/retention/index.js';
import { ExecutionJobs } from '#modules/runs/index.js';
import { LateEntries } from './pages/late-entries.js';
import { LogDetails } from './log-details.js';
import { LogRows } from './pages/log-rows.js';
import { executionStatement, logStatement, type Statement } from './pages/log-statement.js';
import { type LogView, logView, type LogRow, type RunHistory } from './log-view.js';

/** One entry with its history. @throws DomainError not-found, the same for an absent and a foreign run */
export class GetLog extends Query<LogView> {
  /** @param workspaceId only a run of this workspace, of which `id` may be the execution id that the caller chose */
  constructor(
    readonly caller: Caller,
    readonly id: string,
    readonly workspaceId?: string,
  ) {
    super();
  }
}

@QueryHandler(GetLog)
export class GetLogHandler implements IQueryHandler<GetLog> {
  constructor(
    private readonly rows: LogRows,
    private readonly details: LogDetails,
    private readonly retention: RetentionRules,
    private readonly late: LateEntries,
    private readonly integrity: RunIntegrity,
    private readonly jobs: ExecutionJobs,
  ) {}

  async execute({ caller, id, workspaceId }: GetLog): Promise<LogView> {
    const statement = statementFor(caller, id, workspaceId);
    const isUpToDate = await this.rows.catchUp();
    const [entry] = await this.details.described((await this.rows.read<LogRow>(statement)).map(logView));
    if (entry === undefined) throw isUpToDate ? notFound('Log') : await this.late.refusal({ caller, id, workspaceId }, 'Log');
    requireReach(caller, entry.workspaceId, 'read', 'Log');
    if (await this.retention.isPast({ executionId: entry.id, workspaceId: entry.workspaceId })) throw notFound('Log');
    const integrity = await this.integrity.of(entry.id, entry.workspaceId, { hasEnded: entry.endedAt !== null });
    const history = await this.details.history(entry, true);
    const queuedAt = await this.jobs.queuedAt(entry.id);
    const soFar = entry.endedAt === null && history.costUsd !== null ? spentSoFar(history) : {};
    const more = { ...(queuedAt === undefined ? {} : { queuedAt }), ...(integrity === undefined ? {} : { integrity }) };
    return { ...entry, ...soFar, history, ...more };
  }
}

function statementFor(caller: Caller, id: string, workspaceId: string | undefined): Statement {
  return workspaceId === undefined ? logStatement(id) : executionStatement(id, workspacesOf(caller, workspaceId, 'read'), isId(id));
}

/** The entry of a run is charged with its calls when the run has ended. */
function spentSoFar({ costUsd: cost, models }: RunHistory): Pick<LogView, 'cost' | 'modelsUsed'> {
  return { cost, modelsUsed: Object.keys(models).toSorted() };
}
