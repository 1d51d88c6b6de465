import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { VariableView } from './environment-view.js';
import { EnvironmentViews } from './environment-views.js';

/** The names of the variables of a workspace. The route decides access, see `@Scope`. */
export class GetEnvironment extends Query<readonly VariableView[]> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(GetEnvironment)
export class GetEnvironmentHandler implements IQueryHandler<GetEnvironment> {
  constructor(private readonly views: EnvironmentViews) {}

  async execute({ workspaceId }: GetEnvironment): Promise<readonly VariableView[]> {
    return this.views.variables(workspaceId);
  }
}
