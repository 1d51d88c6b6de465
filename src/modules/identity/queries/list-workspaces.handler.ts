import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { And, DataSource, In, MoreThan } from 'typeorm';
import { requireInScope } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { workspaceModel } from '../projections/workspace.entity.js';
import { IdPages } from './id-pages.js';
import type { WorkspaceView } from './views.js';
import { ListWorkspaces } from './list-workspaces.query.js';

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
