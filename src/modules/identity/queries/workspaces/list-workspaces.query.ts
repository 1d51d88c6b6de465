import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { And, DataSource, In, MoreThan } from 'typeorm';
import { type Caller, requireInScope } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
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
    private readonly dataSource: DataSource,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, page }: ListWorkspaces): Promise<Page<WorkspaceView>> {
    requireInScope(caller);
    const reached = [...caller.workspaces.keys()];
    const workspaces = this.dataSource.getRepository(workspaceModel.entity);
    return this.pages.page(page, {
      scope: `workspaces|${caller.userId}`,
      idOf: ({ id }) => id,
      load: (after, take) => workspaces.find({ where: { id: And(In(reached), MoreThan(after)) }, order: { id: 'ASC' }, take }),
    });
  }
}
