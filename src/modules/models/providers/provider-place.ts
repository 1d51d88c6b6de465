import { originOf } from '#kernel/models/model-provider.js';
import type { Provider } from '../domain/provider.js';

/** A provider at an origin. Providers that have the same origin share neither circuit breaker nor queue. */
export interface ProviderPlace {
  /** `<source>/<id>`. */
  readonly provider: string;
  /** Scheme, host and port. */
  readonly origin: string;
}

/** The place whose circuit breaker and queue the calls of a provider use. */
export function placeOf({ source, id, baseUrl }: Pick<Provider, 'source' | 'id' | 'baseUrl'>): ProviderPlace {
  return { provider: `${source}/${id}`, origin: originOf(baseUrl) };
}

/** One word for a place, by which a breaker or a queue is kept. */
export function keyOfPlace({ provider, origin }: ProviderPlace): string {
  return `${provider} ${origin}`;
}
