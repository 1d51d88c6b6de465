import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireReach } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import { WorkspaceInvitations, type WorkspaceInvitationView } from './workspace-invitations.js';

/** The open invitations to a workspace, for its admins. */
export class ListWorkspaceInvitations extends Query<Page<WorkspaceInvitationView>> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListWorkspaceInvitations)
export class ListWorkspaceInvitationsHandler implements IQueryHandler<ListWorkspaceInvitations> {
  constructor(
    private readonly invitations: WorkspaceInvitations,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, workspaceId, page }: ListWorkspaceInvitations): Promise<Page<WorkspaceInvitationView>> {
    return this.pages.page(page, {
      scope: `workspace-invitations|${workspaceId}`,
      permit: () => requireReach(caller, workspaceId, 'admin', 'Workspace'),
      idOf: ({ id }) => id,
      load: (after, count) => this.invitations.page(workspaceId, after, count),
    });
  }
}
