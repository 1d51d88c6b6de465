import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { invalidDocument } from '../domain/invalid-document.js';
import { parseDocument } from '../domain/parse-document.js';
import { validateDocument } from '../domain/validate-document.js';
import { BlockCatalogue } from '../ports/block-catalogue.js';
import { Workflows } from '../store/workflows.js';
import { SaveDraft, type ValidationReport } from './save-draft.command.js';

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
