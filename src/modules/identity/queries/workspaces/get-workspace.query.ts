import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireReach } from '#kernel/caller.js';
import { IdentityViews } from '../identity-views.js';
import type { WorkspaceView } from '../../projections/views.js';

/** Needs any permission in the workspace. */
export class GetWorkspace extends Query<WorkspaceView> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(GetWorkspace)
export class GetWorkspaceHandler implements IQueryHandler<GetWorkspace> {
  constructor(private readonly views: IdentityViews) {}

  async execute({ caller, workspaceId }: GetWorkspace): Promise<WorkspaceView> {
    requireReach(caller, workspaceId, 'read', 'Workspace');
    return this.views.getWorkspace(workspaceId);
  }
}
