import { usualBaseUrls, usualIdleTimeoutMs, type ListedModel, type ProviderSettings } from '#kernel/models/model-provider.js';

/** A provider of the operator or of a workspace. */
export interface Provider extends ProviderSettings {
  readonly id: string;
  /** The name that people see, and that comes before the slash in `<provider>/<model>`. */
  readonly name: string;
  readonly source: 'operator' | 'workspace';
  /** The environment variable, or the secret of the workspace, that holds the key; undefined if the provider needs none. */
  readonly keyName: string | undefined;
  /** Whether it may have a private address, because the operator said so for this provider. */
  readonly allowsPrivate: boolean;
  readonly concurrency: number;
}

/** A model at a provider. */
export interface FoundModel {
  readonly provider: Provider;
  /** The name that the provider is sent. */
  readonly id: string;
  /** What was written about it; undefined for one that is not listed. */
  readonly listed: ListedModel | undefined;
}

/** The vendors that anybody with a key can call, for blocks that give their own. */
export const vendors: readonly Provider[] = (['openai', 'anthropic', 'google'] as const).map((kind) => ({
  id: kind,
  name: kind,
  kind,
  source: 'operator',
  baseUrl: usualBaseUrls[kind] ?? '',
  keyName: undefined,
  headers: {},
  models: [],
  anyModel: true,
  allowsPrivate: false,
  concurrency: 64,
  idleTimeoutMs: usualIdleTimeoutMs,
  lacks: [],
}));

/** All names of a model, as policies know it. Gemini has each model under `models/` as well. */
export function namesOf({ provider, id, listed }: FoundModel): readonly string[] {
  const plain = provider.kind === 'google' && id.startsWith('models/') ? [id.slice('models/'.length)] : [];
  const names = [id, ...plain, ...(listed?.alias ?? [])];
  return [...names, ...names.map((name) => `${provider.name}/${name}`)];
}
