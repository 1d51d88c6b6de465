import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { ModelProviderRows, type ModelProviderRow } from './model-provider-rows.js';

/** The model providers of a workspace, the oldest first. */
export class ListModelProviders extends Query<readonly ModelProviderRow[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(ListModelProviders)
export class ListModelProvidersHandler implements IQueryHandler<ListModelProviders> {
  constructor(private readonly rows: ModelProviderRows) {}

  async execute({ caller, workspaceId }: ListModelProviders): Promise<readonly ModelProviderRow[]> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.rows.of(workspaceId);
  }
}
