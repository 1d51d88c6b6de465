import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { EndOfRuns } from '../store/end-of-runs.js';
import { Workflows } from '../store/workflows.js';

/** Deletes a workflow. Its runs that have not ended are cancelled; logs keep its name. */
export class DeleteWorkflow extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWorkflow)
export class DeleteWorkflowHandler implements ICommandHandler<DeleteWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly endOfRuns: EndOfRuns,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId }: DeleteWorkflow): Promise<void> {
    const at = this.clock.now().toISOString();
    await this.workflows.change({ caller, meta, workflowId, needed: 'write' }, () => ({ type: 'delete', at }));
    this.endOfRuns.announce();
  }
}
