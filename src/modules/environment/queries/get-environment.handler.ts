import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach } from '#kernel/caller.js';
import type { VariableView } from './environment-view.js';
import { EnvironmentViews } from './environment-views.js';
import { GetEnvironment } from './get-environment.query.js';

@QueryHandler(GetEnvironment)
export class GetEnvironmentHandler implements IQueryHandler<GetEnvironment> {
  constructor(private readonly views: EnvironmentViews) {}

  async execute({ caller, workspaceId }: GetEnvironment): Promise<readonly VariableView[]> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    return this.views.variables(workspaceId);
  }
}
