import type { ListedModel } from '#kernel/models/model-provider.js';
import type { FoundModel, Provider } from './provider.js';

/** The vendor whose models have such names. A provider is of that vendor by its kind or by its name. */
const prefixes: readonly (readonly [form: RegExp, vendor: string])[] = [
  [/^(?:gpt(?!-?oss)|chatgpt|o\d|text-embedding)/i, 'openai'],
  [/^claude/i, 'anthropic'],
  [/^(?:gemini|deep-research)/i, 'google'],
  [/^grok/i, 'xai'],
  [/^fugu/i, 'sakana'],
  [/^muse-spark/i, 'meta'],
  [/^groq/i, 'groq'],
  [/^cerebras/i, 'cerebras'],
  [/^(?:mi|magi|mini|devs|code)stral|^mixtral|^pixtral/i, 'mistral'],
  [/^deepseek/i, 'deepseek'],
  [/^kimi/i, 'moonshot'],
];
/** Their models exist at the vendor and at gateways, never in a local server. */
const closedVendors = new Set(['openai', 'anthropic', 'google']);
const localServer = 'ollama';

/**
 * The model that a name means: by the id of a listed model, an alias, `<provider>/<model>`, the prefix of a vendor, or a provider that takes
 * any name. In each step the first provider whose model is allowed wins.
 */
export function findModel(name: string, providers: readonly Provider[], isAllowed: (model: FoundModel) => boolean): FoundModel | undefined {
  if (name === '') return undefined;
  const steps = [() => listedAs(name, providers, isId), () => listedAs(name, providers, isAlias), () => named(name, providers)];
  for (const step of [...steps, () => ofVendor(name, providers), () => unlisted(name, providers)]) {
    const found = step().find((model) => isAllowed(model));
    if (found !== undefined) return found;
  }
  return undefined;
}

function listedAs(
  name: string,
  providers: readonly Provider[],
  fits: (model: ListedModel, name: string) => boolean,
): readonly FoundModel[] {
  return providers.flatMap((provider) =>
    provider.models.filter((model) => fits(model, name)).map((listed) => ({ provider, id: listed.id, listed })),
  );
}

function isId(model: ListedModel, name: string): boolean {
  return model.id === name;
}

function isAlias(model: ListedModel, name: string): boolean {
  return model.alias?.includes(name) === true;
}

function named(name: string, providers: readonly Provider[]): readonly FoundModel[] {
  return providers.flatMap((provider): readonly FoundModel[] => {
    if (!name.toLowerCase().startsWith(`${provider.name.toLowerCase()}/`)) return [];
    const id = name.slice(provider.name.length + 1);
    const listed = provider.models.find((model) => isId(model, id) || isAlias(model, id));
    if (listed !== undefined) return [{ provider, id: listed.id, listed }];
    return provider.anyModel && id !== '' ? [{ provider, id, listed: undefined }] : [];
  });
}

function ofVendor(name: string, providers: readonly Provider[]): readonly FoundModel[] {
  const vendor = vendorOf(name);
  return providers
    .filter((provider) => provider.anyModel && (provider.kind === vendor || provider.name.toLowerCase() === vendor))
    .map((provider) => ({ provider, id: name, listed: undefined }));
}

function unlisted(name: string, providers: readonly Provider[]): readonly FoundModel[] {
  const isClosed = closedVendors.has(vendorOf(name) ?? '');
  return providers
    .filter((provider) => provider.anyModel && provider.kind === 'openai-compatible' && !(isClosed && provider.name === localServer))
    .map((provider) => ({ provider, id: name, listed: undefined }));
}

function vendorOf(name: string): string | undefined {
  return prefixes.find(([form]) => form.test(name))?.[1];
}
