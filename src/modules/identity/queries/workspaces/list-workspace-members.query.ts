import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { type Caller, requireReach } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import type { WorkspaceMemberView } from '../../projections/views.js';

/** Those who were added to the workspace; owners and admins of its organization have access without that. */
export class ListWorkspaceMembers extends Query<Page<WorkspaceMemberView>> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListWorkspaceMembers)
export class ListWorkspaceMembersHandler implements IQueryHandler<ListWorkspaceMembers> {
  constructor(
    private readonly pool: Pool,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, workspaceId, page }: ListWorkspaceMembers): Promise<Page<WorkspaceMemberView>> {
    return this.pages.page(page, {
      scope: `workspace-members|${workspaceId}`,
      permit: () => requireReach(caller, workspaceId, 'admin', 'Workspace'),
      idOf: ({ userId }) => userId,
      load: async (after, count) => {
        const text = `select m.user_id as "userId", u.email, m.permission from workspace_member m join user_account u on u.id = m.user_id
          where m.workspace_id = $1 and m.user_id > $2 order by m.user_id limit $3`;
        return (await this.pool.query<WorkspaceMemberView>(text, [workspaceId, after, count])).rows;
      },
    });
  }
}
