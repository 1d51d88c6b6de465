import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { selectOne } from '#ledger/rows/select.js';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { WorkflowDocument } from '#document/document.js';
import { workflowVersion } from '../../projections/workflow.entity.js';
import type { VersionView } from '../views.js';
import { WorkflowViews } from '../workflow-views.js';

/** A version of a workflow with its document. */
export interface VersionDetailView extends VersionView {
  readonly document: WorkflowDocument;
}

/** One version of a workflow, active or not. @throws DomainError not-found, forbidden */
export class GetVersion extends Query<VersionDetailView> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    /** The number of the version as it was sent. */
    readonly version: string,
  ) {
    super();
  }
}

@QueryHandler(GetVersion)
export class GetVersionHandler implements IQueryHandler<GetVersion> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly pool: Pool,
  ) {}

  /** Who may read runs may read this: the log shows the version that a run has executed. */
  async execute({ caller, workflowId, version }: GetVersion): Promise<VersionDetailView> {
    const { activeVersion } = await this.views.reached(caller, workflowId, 'read');
    const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : undefined;
    const row = number === undefined ? undefined : await selectOne(this.pool, workflowVersion, { workflowId, version: number });
    if (row === undefined) throw notFound('Deployment version');
    return { ...row, isActive: row.version === activeVersion };
  }
}
