import { Injectable } from '@nestjs/common';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import type { KeyOwner, PinnedModel } from '#engine/agents/model-answer.js';
import { allows, type EffectiveModelPolicy } from '#kernel/models/model-policy.js';
import { headerSecret, modelNameForm } from '#kernel/models/provider-problems.js';
import { Clock } from '#kernel/clock.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { factsOf } from '../domain/model-facts.js';
import { findModel } from '../domain/model-names.js';
import {
  deniedModel,
  goneProvider,
  missingHeaderKey,
  missingKey,
  unknownModel,
  unpricedModel,
  unreadableModel,
} from '../domain/model.errors.js';
import { namesOf, vendors, type FoundModel, type Provider } from '../domain/provider.js';
import { ModelPolicies } from './model-policies.js';
import { PriceCatalogue } from '../prices/price-catalogue.js';
import { ModelPricing } from '../prices/model-pricing.js';
import { OperatorProviders } from './operator-providers.js';
import { placeOf } from './provider-place.js';
import { type Pricing, ProviderDirectory, type ProviderConnection } from './provider-directory.js';
import { WorkspaceProviders } from './workspace-providers.js';

/** A model for embeddings: how it is reached, and what its tokens cost. */
export interface EmbeddingPlace {
  /** `<provider>/<model>`. */
  readonly spaceName: string;
  /** The name that the provider is sent. */
  readonly model: string;
  readonly connection: ProviderConnection;
  /** US dollars for a million tokens; undefined when no price is known. */
  readonly priceUsd: number | undefined;
  readonly keyOf: KeyOwner;
}

/** The providers of the workspace, then those of the operator, under the policies that apply. */
@Injectable()
export class ModelDirectory extends ProviderDirectory {
  constructor(
    private readonly operator: OperatorProviders,
    private readonly workspaces: WorkspaceProviders,
    private readonly policies: ModelPolicies,
    private readonly secrets: WorkspaceSecrets,
    private readonly catalogue: PriceCatalogue,
    private readonly prices: ModelPricing,
    private readonly clock: Clock,
  ) {
    super();
  }

  async resolve(name: string, { workspaceId }: Pick<RunIdentity, 'workspaceId'>, hasOwnKey: boolean): Promise<PinnedModel> {
    const written = name.trim();
    const asked = written === '' ? (this.operator.default ?? '') : written;
    const providers = await this.providersOf(workspaceId);
    const policy = await this.policies.of(workspaceId);
    const candidates = hasOwnKey ? [...providers, ...this.#vendorsBeside(providers)] : providers;
    const found = await this.#find(asked, candidates, policy);
    await this.#requirePrices(found, policy);
    if (!hasOwnKey) await this.#keyOf(found.provider, workspaceId);
    return this.#pinned(asked, found, hasOwnKey);
  }

  async connection(model: PinnedModel, { workspaceId }: Pick<RunIdentity, 'workspaceId'>): Promise<ProviderConnection> {
    const found = await this.#foundAgain(model, workspaceId);
    const policy = await this.policies.of(workspaceId);
    if (!isAllowed(policy, found)) throw deniedModel(model.name, found);
    await this.#requirePrices(found, policy);
    return this.#connectionTo(found.provider, workspaceId, { hasOwnKey: model.keyOf === 'block' });
  }

  /** How a provider of the workspace or of the operator is reached. @throws DomainError if its key is not set */
  async connectionOf(providerId: string, workspaceId: string): Promise<ProviderConnection> {
    const provider = (await this.providersOf(workspaceId)).find(({ id }) => id === providerId);
    if (provider === undefined) throw goneProvider(providerId);
    return this.#connectionTo(provider, workspaceId);
  }

  /** The provider of that name, or that of the model of that name. @throws DomainError if there is neither, or a policy denies the model */
  async named(name: string, workspaceId: string): Promise<{ readonly provider: Provider; readonly model: string | null }> {
    const providers = await this.providersOf(workspaceId);
    const provider = providers.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (provider !== undefined) return { provider, model: null };
    const { provider: own, id } = await this.#find(name, providers, await this.policies.of(workspaceId));
    return { provider: own, model: id };
  }

  /** @throws DomainError for an unknown name, a missing key, and a model that a policy denies */
  async embeddingPlace(name: string, workspaceId: string): Promise<EmbeddingPlace> {
    const policy = await this.policies.of(workspaceId);
    const found = await this.#find(name, await this.providersOf(workspaceId), policy);
    await this.#requirePrices(found, policy);
    const { provider, id } = found;
    const prices = await this.prices.pricesOf(found, 0, this.clock.now());
    return {
      spaceName: `${provider.name}/${id}`,
      model: id,
      connection: await this.#connectionTo(provider, workspaceId),
      priceUsd: prices?.prices.input,
      keyOf: ownerOfKey(provider),
    };
  }

  /** The model that an empty name means; undefined if there is none, or a policy denies it. */
  async defaultOf(workspaceId: string): Promise<FoundModel | undefined> {
    const policy = await this.policies.of(workspaceId);
    return findModel(this.operator.default ?? '', await this.providersOf(workspaceId), (model) => isAllowed(policy, model));
  }

  async pricing(model: PinnedModel, { workspaceId }: Pick<RunIdentity, 'workspaceId'>): Promise<Pricing> {
    const found = await this.#foundOrGone(model, workspaceId);
    return found === undefined ? () => null : this.prices.of(found);
  }

  /** In the order in which names are looked up. */
  async providersOf(workspaceId: string): Promise<readonly Provider[]> {
    return [...(await this.workspaces.of(workspaceId)), ...this.operator.providers];
  }

  /** The models that a workspace may use and that are known by name: listed ones, and those of the vendors that take any. */
  async modelsOf(workspaceId: string): Promise<readonly FoundModel[]> {
    const policy = await this.policies.of(workspaceId);
    const lists = await Promise.all((await this.providersOf(workspaceId)).map((provider) => this.prices.modelsOf(provider)));
    return lists.flat().filter((model) => isAllowed(policy, model));
  }

  async #find(name: string, providers: readonly Provider[], policy: EffectiveModelPolicy): Promise<FoundModel> {
    if (name !== '' && !modelNameForm.test(name)) throw unreadableModel();
    const found = findModel(name, providers, (model) => isAllowed(policy, model));
    if (found !== undefined) return found;
    const denied = findModel(name, providers, () => true);
    throw denied === undefined ? unknownModel(name, await this.#knownNames(providers, policy)) : deniedModel(name, denied);
  }

  async #requirePrices(model: FoundModel, { requirePrices }: EffectiveModelPolicy): Promise<void> {
    if (requirePrices && (await this.prices.pricesOf(model, 0, this.clock.now())) === null) throw unpricedModel(model);
  }

  /** The key of a provider; undefined if it needs none. It is a secret. @throws DomainError if it is not set */
  async #keyOf(provider: Provider, workspaceId: string): Promise<string | undefined> {
    const { keyName, source } = provider;
    if (keyName === undefined) return undefined;
    const key = source === 'operator' ? this.operator.keyOf(provider) : (await this.secrets.of(workspaceId)).get(keyName);
    if (key === undefined || key === '') throw missingKey(provider);
    return key;
  }

  /** @throws DomainError if its key, or a variable that a header names, is not set */
  async #connectionTo(provider: Provider, workspaceId: string, { hasOwnKey = false } = {}): Promise<ProviderConnection> {
    const { kind, baseUrl, concurrency, idleTimeoutMs, allowsPrivate, lacks } = provider;
    const apiKey = hasOwnKey ? undefined : await this.#keyOf(provider, workspaceId);
    const headers = await this.#headersOf(provider, workspaceId);
    return { place: placeOf(provider), kind, baseUrl, apiKey, headers, concurrency, idleTimeoutMs, allowsPrivate, lacks };
  }

  async #headersOf(provider: Provider, workspaceId: string): Promise<Readonly<Record<string, string>>> {
    const { headers, source } = provider;
    if (source === 'operator' || !Object.values(headers).some((value) => value.search(headerSecret) >= 0)) return headers;
    const secrets = await this.secrets.of(workspaceId);
    const valueOf = (variable: string): string => {
      const value = secrets.get(variable);
      if (value === undefined || value === '') throw missingHeaderKey(provider, variable);
      return value;
    };
    return Object.fromEntries(
      Object.entries(headers).map(([header, text]) => [header, text.replace(headerSecret, (_, variable: string) => valueOf(variable))]),
    );
  }

  async #foundAgain(model: PinnedModel, workspaceId: string): Promise<FoundModel> {
    const found = await this.#foundOrGone(model, workspaceId);
    if (found === undefined) throw goneProvider(model.providerName);
    return found;
  }

  async #foundOrGone(model: PinnedModel, workspaceId: string): Promise<FoundModel | undefined> {
    const providers = await this.providersOf(workspaceId);
    const candidates = model.keyOf === 'block' ? [...providers, ...this.#vendorsBeside(providers)] : providers;
    const provider = candidates.find(({ id, source }) => id === model.provider && source === model.source);
    return provider && { provider, id: model.model, listed: provider.models.find(({ id }) => id === model.model) };
  }

  /** The vendors for which the operator has no provider. */
  #vendorsBeside(providers: readonly Provider[]): readonly Provider[] {
    const taken = new Set(providers.filter(({ source }) => source === 'operator').map(({ id }) => id));
    return vendors.filter(({ id }) => !taken.has(id));
  }

  async #knownNames(providers: readonly Provider[], policy: EffectiveModelPolicy): Promise<readonly string[]> {
    const lists = await Promise.all(providers.map((provider) => this.prices.modelsOf(provider)));
    return lists.flat().flatMap((model) => (isAllowed(policy, model) ? namesOf(model) : []));
  }

  async #pinned(name: string, found: FoundModel, hasOwnKey: boolean): Promise<PinnedModel> {
    const { provider, id, listed } = found;
    const facts = factsOf(id);
    return {
      name,
      provider: provider.id,
      providerName: provider.name,
      model: id,
      source: provider.source,
      keyOf: hasOwnKey ? 'block' : ownerOfKey(provider),
      capabilities: [...(listed?.capabilities ?? facts.capabilities)],
      contextWindow: listed?.contextWindow ?? (await this.catalogue.load()).contextWindowOf(provider, id),
      maxOutput: listed?.maxOutput ?? facts.maxOutput,
    };
  }
}

/** Whether a policy allows a model and the host of its provider. */
function isAllowed(policy: EffectiveModelPolicy, model: FoundModel): boolean {
  return allows(policy, { model: namesOf(model) }) && allows(policy, { host: new URL(model.provider.baseUrl).hostname });
}

/** A provider of the operator without a key still costs the operator what its prices say. */
function ownerOfKey({ source, keyName }: Provider): KeyOwner {
  return source === 'workspace' && keyName === undefined ? 'none' : source;
}
