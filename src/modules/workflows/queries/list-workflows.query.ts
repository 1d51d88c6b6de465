import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { notNull, select, type Where } from '#ledger/rows/select.js';
import { CursorSignature } from '#edge/answer/cursor.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { isId } from '#kernel/ids.js';
import { workflowModel, type WorkflowRow } from '../projections/workflow.entity.js';
import { CountedWorkflows } from './counted-workflows.js';
import type { CountedView, WorkflowView } from './views.js';

export interface WorkflowFilter {
  readonly workspaceId: string;
  /** Only workflows directly in this folder. */
  readonly folderId: string | undefined;
  readonly deployedOnly: boolean;
}

/** The workflows of a workspace, oldest first. */
export class ListWorkflows extends Query<Page<WorkflowView & CountedView>> {
  constructor(
    readonly caller: Caller,
    readonly filter: WorkflowFilter,
    readonly limit: number,
    readonly cursor: string | undefined,
  ) {
    super();
  }
}

/** The last workflow of a page. */
interface Place {
  readonly createdAt: string;
  readonly id: string;
}

@QueryHandler(ListWorkflows)
export class ListWorkflowsHandler implements IQueryHandler<ListWorkflows> {
  constructor(
    private readonly pool: Pool,
    private readonly cursors: CursorSignature,
    private readonly counted: CountedWorkflows,
  ) {}

  async execute({ caller, filter, limit, cursor }: ListWorkflows): Promise<Page<WorkflowView & CountedView>> {
    const { workspaceId, folderId, deployedOnly } = filter;
    const scope = JSON.stringify(['workflows', workspaceId, folderId ?? null, deployedOnly]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as unknown as Place);
    requireWorkspace(caller, workspaceId, 'read');
    if (folderId !== undefined && !isId(folderId)) return { data: [], nextCursor: null };
    const rows = await this.#rows(filter, after, limit + 1);
    const data = await this.counted.of(workspaceId, rows.slice(0, limit));
    const last = data.at(-1);
    if (rows.length <= limit || last === undefined) return { data, nextCursor: null };
    return { data, nextCursor: this.cursors.sealCursor(scope, { createdAt: last.createdAt, id: last.id }) };
  }

  #rows({ workspaceId, folderId, deployedOnly }: WorkflowFilter, after: Place | undefined, count: number): Promise<WorkflowRow[]> {
    const where: Where<WorkflowRow> = {
      workspaceId,
      deleted: false,
      ...(folderId === undefined ? {} : { folderId }),
      ...(deployedOnly ? { activeVersion: notNull } : {}),
    };
    const place = after === undefined ? undefined : { createdAt: after.createdAt, id: after.id };
    return select(this.pool, workflowModel, { where, after: place, order: { createdAt: 'asc', id: 'asc' }, limit: count });
  }
}
