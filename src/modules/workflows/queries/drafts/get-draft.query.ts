import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { Drafts, type DraftAtRevision } from '../../store/drafts.js';
import { WorkflowViews } from '../workflow-views.js';

/** The draft of a workflow at a revision, or the present one. */
export class GetDraft extends Query<DraftAtRevision> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    readonly revision?: number,
  ) {
    super();
  }
}

@QueryHandler(GetDraft)
export class GetDraftHandler implements IQueryHandler<GetDraft> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly drafts: Drafts,
  ) {}

  async execute({ caller, workflowId, revision }: GetDraft): Promise<DraftAtRevision> {
    const { draftRevision } = await this.views.reached(caller, workflowId, 'read');
    const head = await this.drafts.head(workflowId);
    if (head === undefined) throw notFound('Workflow');
    if (revision === undefined || revision === head.revision) return head;
    const document = revision > draftRevision ? undefined : await this.drafts.at(workflowId, revision);
    if (document === undefined) throw notFound('Revision');
    return { revision, document };
  }
}
