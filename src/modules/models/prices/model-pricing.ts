import { Injectable } from '@nestjs/common';
import type { ModelCost, ModelPrices } from '#engine/agents/model-answer.js';
import type { ListedPrices } from '#kernel/models/model-provider.js';
import { isTextModel } from '../domain/model-facts.js';
import type { FoundModel, Provider } from '../domain/provider.js';
import { costOfTokens } from '../domain/token-cost.js';
import type { Pricing } from '../providers/provider-directory.js';
import { catalogueName, type LoadedCatalogue, PriceCatalogue } from './price-catalogue.js';

/** The prices that apply to a call, and where they come from. */
export type AppliedPrices = Pick<ModelCost, 'prices' | 'pricedAs' | 'catalogue'>;

/** Looks prices up: in the file of the operator or the provider of the workspace, then in the catalogue. */
@Injectable()
export class ModelPricing {
  constructor(private readonly catalogue: PriceCatalogue) {}

  /** The prices of a call with so many tokens in its request; null when none are known. */
  async pricesOf(model: FoundModel, inputTokens: number, at: Date): Promise<AppliedPrices | null> {
    return appliedPrices(await this.catalogue.load(), model, inputTokens, at);
  }

  async of(model: FoundModel): Promise<Pricing> {
    const catalogue = await this.catalogue.load();
    return (usage, at) => {
      const applied = appliedPrices(catalogue, model, usage.input, at);
      return applied && { ...costOfTokens(usage, applied.prices), ...applied };
    };
  }

  /** The models of a provider that are known by name: those that it lists, and those of its vendor if it takes any. */
  async modelsOf(provider: Provider): Promise<readonly FoundModel[]> {
    const listed = provider.models.map((model) => ({ provider, id: model.id, listed: model }));
    if (!provider.anyModel) return listed;
    const taken = new Set(provider.models.map(({ id }) => id));
    const ids = (await this.catalogue.load()).modelsOf(provider).filter((id) => !taken.has(id) && isOfVendor(provider, id));
    return [...listed, ...ids.map((id) => ({ provider, id, listed: undefined }))];
  }
}

function appliedPrices(listing: LoadedCatalogue, model: FoundModel, inputTokens: number, at: Date): AppliedPrices | null {
  const { provider, id, listed } = model;
  if (listed?.prices !== undefined) {
    const catalogue = provider.source === 'operator' ? 'operator' : 'workspace';
    return { prices: pricesIn(listed.prices), pricedAs: `${provider.name}/${id}`, catalogue };
  }
  const found = listing.pricesOf(provider, id, inputTokens, at);
  return found === undefined ? null : { ...found, catalogue: catalogueName };
}

/** The catalogue lists models of other vendors that can be had at this one. */
function isOfVendor({ kind }: Provider, id: string): boolean {
  return isTextModel(id) && (kind !== 'google' || /^(?:gemini|gemma)/.test(id));
}

function pricesIn({ input, output, cachedInput, cacheWrite }: ListedPrices): ModelPrices {
  return {
    input,
    output,
    ...(cachedInput === undefined ? {} : { cacheRead: cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
