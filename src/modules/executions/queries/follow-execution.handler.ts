import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { nameOf, RunFinder } from '../runtime/run-finder.js';
import { OutputSelections } from '../streaming/output-selections.js';
import { RunFollower } from '../streaming/run-follower.js';
import { FollowExecution, type FollowedExecution } from './follow-execution.query.js';

@QueryHandler(FollowExecution)
export class FollowExecutionHandler implements IQueryHandler<FollowExecution> {
  constructor(
    private readonly finder: RunFinder,
    private readonly selections: OutputSelections,
    private readonly follower: RunFollower,
  ) {}

  async execute({ run: asked, options: { selectedOutputs, ...watch } }: FollowExecution): Promise<FollowedExecution> {
    const run = await this.finder.find(asked, 'read');
    const selection = await this.selections.of(run, selectedOutputs);
    const messages = this.follower.follow(run, { selection, ...watch });
    return { executionId: nameOf(run), workspaceId: run.workspaceId, messages };
  }
}
