import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { ModelDirectory } from '../providers/model-directory.js';
import { placeOf } from '../providers/provider-place.js';
import { ProviderHealth, type OriginHealth } from '../providers/provider-health.js';

/** The circuit breaker of a provider, with its name. */
export interface ProviderHealthView extends OriginHealth {
  /** The name of the provider. */
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
    const providers = await this.directory.providersOf(workspaceId);
    return providers.map((provider) => ({ ...this.health.of(placeOf(provider)), providers: [provider.name] }));
  }
}
