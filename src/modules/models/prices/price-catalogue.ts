import type { ModelPrice, Provider as Vendor } from '@pydantic/genai-prices';
import { Injectable } from '@nestjs/common';
import type { ModelPrices } from '#engine/agents/model-answer.js';
import type { ProviderKind } from '#kernel/models/model-provider.js';

/** Where a model is asked, as far as prices depend on it. */
export interface PricedPlace {
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly allowsPrivate: boolean;
}

export interface CataloguePrices {
  readonly prices: ModelPrices;
  /** Id of the entry of the catalogue. */
  readonly pricedAs: string;
}

type Package = typeof import('@pydantic/genai-prices');

/** The version of the package is part of every charge; a test compares it with package.json. */
export const catalogueName = 'genai-prices 0.1.8';

/** The catalogue of public prices and context windows. It is loaded at the first use. */
@Injectable()
export class PriceCatalogue {
  #loading: Promise<Package> | undefined;

  async load(): Promise<LoadedCatalogue> {
    this.#loading ??= import('@pydantic/genai-prices');
    return new LoadedCatalogue(await this.#loading);
  }
}

/** The catalogue in memory. */
export class LoadedCatalogue {
  constructor(private readonly library: Package) {}

  /** The prices of a call with so many tokens at a moment; undefined for a model that the catalogue does not have. */
  pricesOf(place: PricedPlace, model: string, inputTokens: number, at: Date): CataloguePrices | undefined {
    const vendor = this.#vendorOf(place);
    if (vendor === undefined) return undefined;
    const found = this.library.calcPrice({ input_tokens: inputTokens, output_tokens: 0 }, model, { provider: vendor, timestamp: at });
    if (found === null || !isSameModel(model, found.model.id)) return undefined;
    const prices = modelPrices(found.model_price, inputTokens);
    return prices === undefined ? undefined : { prices, pricedAs: `${vendor.id}/${found.model.id}` };
  }

  /** Tokens; null when unknown. */
  contextWindowOf(place: PricedPlace, model: string): number | null {
    const vendor = this.#vendorOf(place);
    const found = vendor && this.library.calcPrice({ input_tokens: 0 }, model, { provider: vendor });
    return found && isSameModel(model, found.model.id) ? (found.model.context_window ?? null) : null;
  }

  /** The ids of the models that a vendor offers. */
  modelsOf(place: PricedPlace): readonly string[] {
    const models = this.#vendorOf(place)?.models ?? [];
    return models.filter(({ deprecated }) => deprecated !== true).map(({ id }) => id);
  }

  /** By the address, else by the dialect. The prices of a vendor say nothing about a server in a private network. */
  #vendorOf({ kind, baseUrl, allowsPrivate }: PricedPlace): Vendor | undefined {
    if (allowsPrivate) return undefined;
    return this.library.findProvider(kind === 'openai-compatible' ? { providerApiUrl: baseUrl } : { providerId: kind });
  }
}

const dateOrLatest =
  /[-@](?:latest|\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{2}|\d{2}-\d{4}|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|2\d(?:0[1-9]|1[0-2]))$/;

/** Whether two ids differ at most by a date, by `-latest`, or by `-0` for the first version. */
export function isSameModel(asked: string, found: string): boolean {
  return baseOf(asked) === baseOf(found);
}

function baseOf(id: string): string {
  return id
    .toLowerCase()
    .replace(/^models\//, '')
    .replace(dateOrLatest, '')
    .replace(/-0$/, '');
}

/** The prices in their tier: the number of tokens of the request decides for all tokens of the call. */
function modelPrices(price: ModelPrice, inputTokens: number): ModelPrices | undefined {
  const at = (name: string): number | undefined => {
    const value = price[name];
    if (typeof value !== 'object') return value;
    const tier = value.tiers.filter(({ start }) => inputTokens > start).at(-1);
    return tier?.price ?? value.base;
  };
  const [input, cacheRead, cacheWrite] = [at('input_mtok'), at('cache_read_mtok'), at('cache_write_mtok')];
  if (input === undefined) return undefined;
  return {
    input,
    // Models of embeddings answer no tokens.
    output: at('output_mtok') ?? 0,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}
