import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { Workflows } from '../store/workflows.js';
import { DeleteWorkflow } from './delete-workflow.command.js';

@CommandHandler(DeleteWorkflow)
export class DeleteWorkflowHandler implements ICommandHandler<DeleteWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly clock: Clock,
  ) {}

  execute({ caller, meta, workflowId }: DeleteWorkflow): Promise<void> {
    const at = this.clock.now().toISOString();
    return this.workflows.change({ caller, meta, workflowId, needed: 'write' }, () => ({ type: 'delete', at }));
  }
}
