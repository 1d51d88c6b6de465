import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { select } from '#ledger/rows/select.js';
import type { Caller } from '#kernel/caller.js';
import { workflowVersion } from '../../projections/workflow.entity.js';
import type { VersionView } from '../views.js';
import { WorkflowViews } from '../workflow-views.js';

/** All versions of a workflow, newest first. */
export class ListVersions extends Query<readonly VersionView[]> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}

@QueryHandler(ListVersions)
export class ListVersionsHandler implements IQueryHandler<ListVersions> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly pool: Pool,
  ) {}

  async execute({ caller, workflowId }: ListVersions): Promise<readonly VersionView[]> {
    const { activeVersion } = await this.views.reached(caller, workflowId, 'admin');
    const rows = await select(this.pool, workflowVersion, {
      properties: ['version', 'name', 'description', 'deployedBy', 'deployedAt'],
      where: { workflowId },
      order: { version: 'desc' },
    });
    return rows.map((row) => ({ ...row, isActive: row.version === activeVersion }));
  }
}
