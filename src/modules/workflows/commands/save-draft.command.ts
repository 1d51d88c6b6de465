import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { DocumentProblem } from '#document/document.js';
import { invalidDocument } from '#document/parse/invalid-document.js';
import { parseDocument } from '#document/parse/parse-document.js';
import { validateDocument } from '#document/check/validate-document.js';
import { BlockCatalogue } from '../ports/block-catalogue.js';
import { Workflows } from '../store/workflows.js';

/** The problems that prevent the deployment of a draft. */
export interface ValidationReport {
  /** Whether the draft can be deployed. */
  readonly valid: boolean;
  /** The problems of the draft. */
  readonly problems: readonly DocumentProblem[];
}

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
    private readonly catalogue: BlockCatalogue,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, state }: SaveDraft): Promise<ValidationReport> {
    const { document, problems: faults = [] } = parseDocument({ state });
    if (document === undefined) throw invalidDocument(faults);
    const at = this.clock.now().toISOString();
    await this.workflows.change({ caller, meta, workflowId, needed: 'write' }, () => ({ type: 'save-draft', document, at }));
    const problems = validateDocument(document, this.catalogue);
    return { valid: problems.length === 0, problems };
  }
}
