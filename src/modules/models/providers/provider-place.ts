import { originOf } from '#kernel/models/model-provider.js';
import type { Provider } from '../domain/provider.js';

/** A provider at an origin. Each provider has a separate circuit breaker; those of one workspace, or of the operator, at one origin share a queue. */
export interface ProviderPlace {
  /** `<source>/<id>`. */
  readonly provider: string;
  /** Scheme, host and port. */
  readonly origin: string;
}

/** The place whose circuit breaker the calls of a provider use. */
export function placeOf({ source, id, baseUrl }: Pick<Provider, 'source' | 'id' | 'baseUrl'>): ProviderPlace {
  return { provider: `${source}/${id}`, origin: originOf(baseUrl) };
}

/** One word for a place, by which its breaker is kept. */
export function keyOfPlace({ provider, origin }: ProviderPlace): string {
  return `${provider} ${origin}`;
}

/** The queue that the calls of a workspace to a place wait in: providers of one workspace, or of the operator, at one origin share it. */
export function queueOf({ provider, origin }: ProviderPlace, workspaceId: string): string {
  return `${provider.startsWith('operator/') ? 'operator' : workspaceId} ${origin}`;
}
