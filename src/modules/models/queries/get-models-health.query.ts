import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { originOf } from '#kernel/models/model-provider.js';
import { ModelDirectory } from '../providers/model-directory.js';
import { ProviderHealth, type OriginHealth } from '../providers/provider-health.js';

/** The circuit breaker of an origin, with the providers behind it. */
export interface ProviderHealthView extends OriginHealth {
  /** The names of the providers at this origin. */
  readonly providers: readonly string[];
}

/** The state of the providers that a workspace may use, as this process sees it. */
export class GetModelsHealth extends Query<readonly ProviderHealthView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(GetModelsHealth)
export class GetModelsHealthHandler implements IQueryHandler<GetModelsHealth> {
  constructor(
    private readonly directory: ModelDirectory,
    private readonly health: ProviderHealth,
  ) {}

  async execute({ caller, workspaceId }: GetModelsHealth): Promise<readonly ProviderHealthView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    const origins = Map.groupBy(await this.directory.providersOf(workspaceId), ({ baseUrl }) => originOf(baseUrl));
    return [...origins].map(([origin, providers]) => ({ ...this.health.of(origin), providers: providers.map(({ name }) => name) }));
  }
}
