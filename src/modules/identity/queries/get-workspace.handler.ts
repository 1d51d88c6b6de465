import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach } from '#kernel/caller.js';
import { IdentityViews } from './identity-views.js';
import type { WorkspaceView } from './views.js';
import { GetWorkspace } from './get-workspace.query.js';

@QueryHandler(GetWorkspace)
export class GetWorkspaceHandler implements IQueryHandler<GetWorkspace> {
  constructor(private readonly views: IdentityViews) {}

  async execute({ caller, workspaceId }: GetWorkspace): Promise<WorkspaceView> {
    requireReach(caller, workspaceId, 'read', 'Workspace');
    return this.views.getWorkspace(workspaceId);
  }
}
