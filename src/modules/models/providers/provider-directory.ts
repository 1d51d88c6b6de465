import type { ModelCost, ModelUsage, PinnedModel } from '#engine/agents/model-answer.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import type { ProviderKind, ServerLack } from '#kernel/models/model-provider.js';
import type { ProviderPlace } from './provider-place.js';

export type { ProviderKind, ServerLack };

/** How a provider is reached, for one call. */
export interface ProviderConnection {
  readonly place: ProviderPlace;
  readonly kind: ProviderKind;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** It is a secret. */
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Most calls at the same time. */
  readonly concurrency: number;
  readonly idleTimeoutMs: number;
  /** Whether a private address is allowed, because the operator named it. */
  readonly allowsPrivate: boolean;
  readonly lacks: readonly ServerLack[];
}

/** What the tokens of a call cost by the prices of a moment; null when no price is known. */
export type Pricing = (usage: ModelUsage, at: Date) => ModelCost | null;

/** The providers and models that a run may use, and what they cost. */
export abstract class ProviderDirectory {
  /**
   * The model that a name means now.
   * @param hasOwnKey whether the block gives its own key
   * @throws DomainError for an unknown name, and for a model that a policy denies
   */
  abstract resolve(name: string, run: RunIdentity, hasOwnKey: boolean): Promise<PinnedModel>;

  /** @throws DomainError if the provider is gone, its key is not set, or a policy denies the model now */
  abstract connection(model: PinnedModel, run: RunIdentity): Promise<ProviderConnection>;

  /** What calls of the model cost. It is asked for before a call, so that nothing can fail between an answer and its charge. */
  abstract pricing(model: PinnedModel, run: RunIdentity): Promise<Pricing>;
}
