import type { ModelPrice, Provider as Vendor } from '@pydantic/genai-prices';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
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

const mostEntries = 1_000;
const minuteMs = 60_000;

/** Empty for a model that the catalogue does not have. */
interface Entry {
  readonly price?: ModelPrice;
  readonly id?: string;
}

type Package = typeof import('@pydantic/genai-prices');

/** The version of the package is part of every charge; a test compares it with package.json. */
export const catalogueName = 'genai-prices 0.1.8';

/** The catalogue of public prices and context windows. It is loaded at the first use. */
@Injectable()
export class PriceCatalogue {
  #loading: Promise<LoadedCatalogue> | undefined;

  load(): Promise<LoadedCatalogue> {
    this.#loading ??= import('@pydantic/genai-prices').then((library) => new LoadedCatalogue(library));
    return this.#loading;
  }
}

/** The catalogue in memory. */
export class LoadedCatalogue {
  /** Entries by vendor, model and minute: prices may depend on the time of day. */
  readonly #entries = new LRUCache<string, Entry>({ max: mostEntries });
  readonly #vendors = new LRUCache<string, { readonly vendor: Vendor | undefined }>({ max: mostEntries });

  constructor(private readonly library: Package) {}

  /** The prices of a call with so many tokens at a moment; undefined for a model that the catalogue does not have. */
  pricesOf(place: PricedPlace, model: string, inputTokens: number, at: Date): CataloguePrices | undefined {
    const vendor = this.#vendorOf(place);
    if (vendor === undefined) return undefined;
    const { price, id } = this.#entryOf(vendor, model, at);
    const prices = price && modelPrices(price, inputTokens);
    return prices && { prices, pricedAs: `${vendor.id}/${id}` };
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

  #entryOf(vendor: Vendor, model: string, at: Date): Entry {
    const key = `${vendor.id} ${Math.floor(at.getTime() / minuteMs)} ${model}`;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const found = this.library.calcPrice({ input_tokens: 0 }, model, { provider: vendor, timestamp: at });
    const entry = found !== null && isSameModel(model, found.model.id) ? { price: found.model_price, id: found.model.id } : {};
    this.#entries.set(key, entry);
    return entry;
  }

  /** By the address, else by the dialect. The prices of a vendor say nothing about a server in a private network. */
  #vendorOf({ kind, baseUrl, allowsPrivate }: PricedPlace): Vendor | undefined {
    if (allowsPrivate) return undefined;
    const key = `${kind} ${baseUrl}`;
    const known = this.#vendors.get(key);
    if (known !== undefined) return known.vendor;
    const vendor = this.library.findProvider(kind === 'openai-compatible' ? { providerApiUrl: baseUrl } : { providerId: kind });
    this.#vendors.set(key, { vendor });
    return vendor;
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
