import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { DraftChange } from '../../domain/edits/history/draft-change.js';
import { blameOf, earlierValue, type PartBlame } from '../../domain/edits/history/draft-blame.js';
import type { DraftOperation } from '../../domain/edits/operation.js';
import { DraftChanges } from '../../store/draft-changes.js';
import { Drafts } from '../../store/drafts.js';
import { WorkflowViews } from '../workflow-views.js';

/** Who has changed which part of a draft last. */
export interface DraftBlame {
  /** The parts, those that were changed last first. */
  readonly parts: readonly PartBlame[];
  /** The change that made every other part: the last time that the whole draft was replaced, or its creation; null when it is not among the last 5,000 revisions. */
  readonly others: DraftChange | null;
  /** The operation that brings back the value before the last change; null when several parts were asked for, or none was changed. */
  readonly before: DraftOperation | null;
}

/** Who has changed the parts of a block, or of the whole draft, and from what. */
export class GetDraftBlame extends Query<DraftBlame> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    /** The key of a part; everything below it counts. Undefined: the whole draft. */
    readonly key: string | undefined,
  ) {
    super();
  }
}

const window = 500;
const mostRead = 10 * window;

@QueryHandler(GetDraftBlame)
export class GetDraftBlameHandler implements IQueryHandler<GetDraftBlame> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly changes: DraftChanges,
    private readonly drafts: Drafts,
  ) {}

  async execute({ caller, workflowId, key }: GetDraftBlame): Promise<DraftBlame> {
    const { draftRevision } = await this.views.reached(caller, workflowId, 'read');
    const changes: DraftChange[] = [];
    let others: DraftChange | null = null;
    for (let end = draftRevision; end > 0 && draftRevision - end < mostRead && others === null; end -= window) {
      const page = (await this.changes.before(workflowId, end, window)).changes;
      const replaced = page.findLastIndex(({ operations }) => operations === null);
      others = page[replaced] ?? null;
      changes.unshift(...page.slice(replaced + 1));
    }
    const parts = blameOf(changes, key);
    const [only] = parts;
    const before = key === undefined || parts.length !== 1 || only === undefined ? null : await this.#before(workflowId, only);
    return { parts, others, before };
  }

  async #before(workflowId: string, { revision, operation }: PartBlame): Promise<DraftOperation | null> {
    const document = await this.drafts.at(workflowId, revision - 1);
    return document === undefined ? null : earlierValue(document, operation);
  }
}
