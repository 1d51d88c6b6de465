import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { DraftChange } from '../../domain/edits/history/draft-change.js';
import { DraftChanges } from '../../store/draft-changes.js';
import { WorkflowViews } from '../workflow-views.js';

/** A page of the history of a draft. */
export interface DraftEditsPage {
  /** The changes, oldest first. */
  readonly data: readonly DraftChange[];
  /** The present revision of the draft. */
  readonly revision: number;
  /** The `after` of the next page; null when there is none. */
  readonly nextAfter: number | null;
}

/** The changes of a draft after a revision. */
export class ListDraftEdits extends Query<DraftEditsPage> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    readonly after: number,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(ListDraftEdits)
export class ListDraftEditsHandler implements IQueryHandler<ListDraftEdits> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly changes: DraftChanges,
  ) {}

  async execute({ caller, workflowId, after, limit }: ListDraftEdits): Promise<DraftEditsPage> {
    const { draftRevision: revision } = await this.views.reached(caller, workflowId, 'read');
    const data = await this.changes.between(workflowId, after, revision, limit);
    return { data, revision, nextAfter: after + limit < revision ? after + limit : null };
  }
}
