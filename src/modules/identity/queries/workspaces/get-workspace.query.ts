import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { IdentityViews } from '../identity-views.js';
import type { WorkspaceView } from '../../projections/views.js';

/** The route decides access, see `@Scope`. */
export class GetWorkspace extends Query<WorkspaceView> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@QueryHandler(GetWorkspace)
export class GetWorkspaceHandler implements IQueryHandler<GetWorkspace> {
  constructor(private readonly views: IdentityViews) {}

  async execute({ workspaceId }: GetWorkspace): Promise<WorkspaceView> {
    return this.views.getWorkspace(workspaceId);
  }
}
