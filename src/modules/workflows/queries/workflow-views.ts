import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { selectOne } from '#ledger/rows/select.js';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import type { WorkflowDocument } from '#document/document.js';
import { workflowModel, type WorkflowRow } from '../projections/workflow.entity.js';
import { Drafts } from '../store/drafts.js';

/** The present state of single workflows. */
@Injectable()
export class WorkflowViews {
  constructor(
    private readonly pool: Pool,
    private readonly drafts: Drafts,
  ) {}

  /** It does not check permissions. @throws DomainError not-found */
  async get(workflowId: string): Promise<WorkflowRow> {
    const row = isId(workflowId) ? await selectOne(this.pool, workflowModel, { id: workflowId, deleted: false }) : undefined;
    if (row === undefined) throw notFound('Workflow');
    return row;
  }

  /** @throws DomainError not-found for absent ids and callers without any access, forbidden */
  async reached(caller: Caller, workflowId: string, needed: Permission): Promise<WorkflowRow> {
    const view = await this.get(workflowId);
    requireReach(caller, view.workspaceId, needed, 'Workflow');
    return view;
  }

  /** The draft of an existing workflow. @throws DomainError not-found when it has been deleted meanwhile */
  async draft(workflowId: string): Promise<WorkflowDocument> {
    const draft = await this.drafts.head(workflowId);
    if (draft === undefined) throw notFound('Workflow');
    return draft.document;
  }
}
