import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowDocument } from '#document/document.js';
import { DocumentCheck, type ValidationReport } from '../queries/validation/document-check.js';
import { Drafts } from '../store/drafts.js';
import { Workflows } from '../store/workflows.js';

/** A draft that is as it was. */
export interface RestoredDraft extends ValidationReport {
  /** The revision that the restoration made. */
  readonly revision: number;
}

/** Replaces the draft by an earlier revision of it. @throws DomainError not-found, forbidden */
export class RestoreDraft extends Command<RestoredDraft> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly revision: number,
  ) {
    super();
  }
}

@CommandHandler(RestoreDraft)
export class RestoreDraftHandler implements ICommandHandler<RestoreDraft> {
  constructor(
    private readonly workflows: Workflows,
    private readonly drafts: Drafts,
    private readonly check: DocumentCheck,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, revision: restored }: RestoreDraft): Promise<RestoredDraft> {
    const at = this.clock.now().toISOString();
    let found: { readonly document: WorkflowDocument; readonly workspaceId: string } | undefined;
    const revision = await this.workflows.change({ caller, meta, workflowId, needed: 'write' }, async ({ workspaceId, draftRevision }) => {
      const document = restored > draftRevision ? undefined : await this.drafts.at(workflowId, restored);
      if (document === undefined) throw notFound('Revision');
      found = { document, workspaceId };
      return { type: 'save-draft', document, restored, at };
    });
    if (found === undefined) throw new Error('A draft was restored without its document');
    return { revision, ...(await this.check.report(found.document, found.workspaceId)) };
  }
}
