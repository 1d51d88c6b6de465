import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { type Caller, requireInScope } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { select } from '#ledger/rows/select.js';
import { workspaceModel } from '../../projections/workspace.entity.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import type { WorkspaceView } from '../../projections/views.js';

/** Those that the caller reaches, also where they refuse personal keys: their admins have to find them. */
export class ListWorkspaces extends Query<Page<WorkspaceView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListWorkspaces)
export class ListWorkspacesHandler implements IQueryHandler<ListWorkspaces> {
  constructor(
    private readonly pool: Pool,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, page }: ListWorkspaces): Promise<Page<WorkspaceView>> {
    const reached = [...caller.workspaces.keys()];
    return this.pages.page(page, {
      scope: `workspaces|${caller.userId}`,
      permit: () => requireInScope(caller),
      idOf: ({ id }) => id,
      load: (id, limit) =>
        select(this.pool, workspaceModel, { where: { id: { in: reached } }, after: { id }, order: { id: 'asc' }, limit }),
    });
  }
}
