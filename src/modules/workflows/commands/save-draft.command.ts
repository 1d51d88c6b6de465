import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { unreadableDocument } from '#document/parse/faults/document-fault.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { DocumentCheck, withWarnings, type ValidationReport } from '../queries/validation/document-check.js';
import { Workflows } from '../store/workflows.js';

/** Replaces the draft. A draft with problems is saved if it can be parsed. */
export class SaveDraft extends Command<ValidationReport> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly state: unknown,
  ) {
    super();
  }
}

@CommandHandler(SaveDraft)
export class SaveDraftHandler implements ICommandHandler<SaveDraft> {
  constructor(
    private readonly workflows: Workflows,
    private readonly check: DocumentCheck,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, state }: SaveDraft): Promise<ValidationReport> {
    const { document, dropped = [], problems: faults = [] } = parseDocument({ state });
    if (document === undefined) throw unreadableDocument(faults);
    const at = this.clock.now().toISOString();
    let workspaceId = '';
    await this.workflows.change({ caller, meta, workflowId, needed: 'write' }, (workflow) => {
      workspaceId = workflow.workspaceId;
      return { type: 'save-draft', document, at };
    });
    return withWarnings(dropped, await this.check.report(document, workspaceId));
  }
}
