import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ModelCapability, ModelPrices } from '#engine/agents/model-answer.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { factsOf } from '../domain/model-facts.js';
import type { FoundModel } from '../domain/provider.js';
import { ModelPricing } from '../prices/model-pricing.js';
import { PriceCatalogue } from '../prices/price-catalogue.js';
import { ModelDirectory } from '../providers/model-directory.js';

/** A model that a workspace may use. */
export interface ModelView {
  /** The name that the provider is sent. */
  readonly id: string;
  /** The name that means this model whatever other providers have. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** The name of the provider. */
  readonly provider: string;
  readonly source: 'operator' | 'workspace';
  readonly contextWindow: number | null;
  readonly maxOutput: number | null;
  readonly capabilities: readonly ModelCapability[];
  readonly prices: ModelPrices | null;
  readonly isDefault: boolean;
}

/** The models that a workspace may use and that are known by name. */
export class ListModels extends Query<readonly ModelView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(ListModels)
export class ListModelsHandler implements IQueryHandler<ListModels> {
  constructor(
    private readonly directory: ModelDirectory,
    private readonly pricing: ModelPricing,
    private readonly catalogue: PriceCatalogue,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, workspaceId }: ListModels): Promise<readonly ModelView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    const models = await this.directory.modelsOf(workspaceId);
    const standard = await this.directory.defaultOf(workspaceId);
    return Promise.all(models.map((model) => this.#view(model, standard)));
  }

  async #view(model: FoundModel, standard: FoundModel | undefined): Promise<ModelView> {
    const { provider, id, listed } = model;
    const facts = factsOf(id);
    return {
      id,
      name: `${provider.name}/${id}`,
      aliases: listed?.alias ?? [],
      provider: provider.name,
      source: provider.source,
      contextWindow: listed?.contextWindow ?? (await this.catalogue.load()).contextWindowOf(provider, id),
      maxOutput: listed?.maxOutput ?? facts.maxOutput,
      capabilities: listed?.capabilities ?? facts.capabilities,
      prices: (await this.pricing.pricesOf(model, 0, this.clock.now()))?.prices ?? null,
      isDefault: standard?.provider === provider && standard.id === id,
    };
  }
}
