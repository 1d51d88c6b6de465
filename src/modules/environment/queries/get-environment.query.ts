import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireReach } from '#kernel/caller.js';
import type { VariableView } from './environment-view.js';
import { EnvironmentViews } from './environment-views.js';

/** The names of a workspace's variables. */
export class GetEnvironment extends Query<readonly VariableView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(GetEnvironment)
export class GetEnvironmentHandler implements IQueryHandler<GetEnvironment> {
  constructor(private readonly views: EnvironmentViews) {}

  async execute({ caller, workspaceId }: GetEnvironment): Promise<readonly VariableView[]> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    return this.views.variables(workspaceId);
  }
}
