import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { CursorSignature } from '#edge/answer/cursor.js';
import { lowestId } from '#ledger/events/run-partitions.js';
import { type Caller, requireReach } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { Page } from '#kernel/page.js';
import { isId } from '#kernel/ids.js';
import { RetentionRules } from '#modules/retention/index.js';
import { Deployments } from '#modules/workflows/index.js';
import type { PausedStatus } from '../domain/pause.events.js';
import type { PausedExecutionRow } from '../projections/paused-execution.entity.js';

export interface PausedFilter {
  readonly workflowId: string;
  readonly statuses: readonly PausedStatus[];
}

/** A run that has asked a question, without the question. */
export type PausedListItem = Omit<PausedExecutionRow, 'workspaceId'>;

/** The runs of a workflow that have asked a question, the latest pause first. @throws DomainError not-found, forbidden, invalid */
export class ListPausedExecutions extends Query<Page<PausedListItem>> {
  constructor(
    readonly caller: Caller,
    readonly filter: PausedFilter,
    readonly limit: number,
    readonly cursor: string | undefined,
  ) {
    super();
  }
}

/** The last entry of a page. */
interface Place {
  readonly pausedAt: string;
  readonly id: string;
}

interface Range {
  /** The time from which the workspace shows its runs; undefined if it shows all. */
  readonly shownSince: Date | undefined;
  readonly after: Place | undefined;
  readonly count: number;
}

interface Row {
  readonly id: string;
  readonly execution_id: string;
  readonly workflow_id: string;
  readonly status: PausedStatus;
  readonly pause_count: number;
  readonly resumed_count: number;
  readonly paused_at: Date;
  readonly updated_at: Date;
  readonly expires_at: Date | null;
}

@QueryHandler(ListPausedExecutions)
export class ListPausedExecutionsHandler implements IQueryHandler<ListPausedExecutions> {
  constructor(
    private readonly pool: Pool,
    private readonly deployments: Deployments,
    private readonly cursors: CursorSignature,
    private readonly retention: RetentionRules,
  ) {}

  async execute({ caller, filter, limit, cursor }: ListPausedExecutions): Promise<Page<PausedListItem>> {
    const { workflowId, statuses } = filter;
    const scope = JSON.stringify(['paused', workflowId, statuses]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as unknown as Place);
    const workflow = isId(workflowId) ? await this.deployments.find(workflowId) : undefined;
    if (workflow === undefined) throw notFound('Workflow');
    requireReach(caller, workflow.workspaceId, 'read', 'Workflow');
    const shownSince = await this.retention.shownSince(workflow.workspaceId);
    const rows = await this.#rows(filter, { shownSince, after, count: limit + 1 });
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    if (rows.length <= limit || last === undefined) return { data, nextCursor: null };
    return { data, nextCursor: this.cursors.sealCursor(scope, { pausedAt: last.pausedAt, id: last.id }) };
  }

  /** Reads a page for each status, so that the index returns each in order even if a status is rare. A run that waits does not expire. */
  async #rows({ workflowId, statuses }: PausedFilter, { shownSince, after, count }: Range): Promise<PausedListItem[]> {
    const { rows } = await this.pool.query<Row>({
      name: after === undefined ? 'list_paused' : 'list_paused_after',
      text: `select page.* from unnest($2::text[]) wanted, lateral (
               select * from paused_execution where workflow_id = $1 and status = wanted
               and (execution_id >= $4 or status in ('paused', 'partially_resumed'))
               ${after === undefined ? '' : 'and (paused_at, id) < ($5, $6)'}
               order by paused_at desc, id desc limit $3) page
             order by paused_at desc, id desc limit $3`,
      values: [
        workflowId,
        statuses,
        count,
        lowestId(shownSince ?? new Date(0)),
        ...(after === undefined ? [] : [after.pausedAt, after.id]),
      ],
    });
    return rows.map(view);
  }
}

function view(row: Row): PausedListItem {
  return {
    id: row.id,
    executionId: row.execution_id,
    workflowId: row.workflow_id,
    status: row.status,
    pauseCount: row.pause_count,
    resumedCount: row.resumed_count,
    pausedAt: row.paused_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
