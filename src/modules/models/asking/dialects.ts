import type { LanguageModelV4 } from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import { Turn } from '#host/loop/turn.js';
import { assertNever } from '#kernel/errors.js';
import type { ProviderConnection } from '../providers/provider-directory.js';

/** The name under which the library keeps what a provider wants back, by dialect. */
export const namespaces = { openai: 'openai', anthropic: 'anthropic', google: 'google', 'openai-compatible': 'openaiCompatible' } as const;

type Place = Pick<ProviderConnection, 'kind' | 'baseUrl' | 'lacks'>;
type Exchange = (url: string, init: RequestInit) => Promise<Response>;

/** The exchange of each call, by its signal, which the library passes on as it is. */
const exchanges = new WeakMap<AbortSignal, Exchange>();

/** To make one costs as much as a call, since its schemas are compiled. It has no key: the exchange adds it. */
const models = new LRUCache<string, Promise<LanguageModelV4>>({ max: 100 });

/** The model behind an address, which sends each call through the exchange that was registered for its signal. */
export function languageModel(place: Place, model: string): Promise<LanguageModelV4> {
  const { kind, baseUrl, lacks } = place;
  const key = [kind, baseUrl, lacks.toSorted().join(), model].join('\n');
  const known = models.get(key);
  if (known !== undefined) return known;
  const made = build(place, model);
  models.set(key, made);
  // What failed to load is loaded again by the next call.
  made.catch(() => models.delete(key));
  return made;
}

/** Registers how the call with this signal is exchanged. */
export function exchangeBy(signal: AbortSignal, exchange: Exchange): void {
  exchanges.set(signal, exchange);
}

/** The headers that carry the key of a call. */
export function keyHeaders(kind: Place['kind'], apiKey: string | undefined): Readonly<Record<string, string>> {
  if (kind === 'anthropic') return { 'x-api-key': apiKey ?? '' };
  if (kind === 'google') return { 'x-goog-api-key': apiKey ?? '' };
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

/**
 * The library of a dialect is loaded at its first use, so that a server without agents does not pay for it. Key and address are always given,
 * because the libraries would read them from the environment.
 */
async function build({ kind, baseUrl: baseURL, lacks }: Place, model: string): Promise<LanguageModelV4> {
  await loadedShared();
  const settings = { baseURL, fetch: exchanged, apiKey: '' };
  switch (kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(settings).responses(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings)(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        baseURL,
        fetch: exchanged,
        name: namespaces[kind],
        includeUsage: !lacks.includes('usage-in-streams'),
        supportsStructuredOutputs: !lacks.includes('json-schema'),
      });
      return withOneSchema(provider(model));
    }
    default:
      return assertNever(kind);
  }
}

/** What is used here of the schema by which the library reads the events of an answer. */
interface EventSchema {
  safeParseAsync(
    value: unknown,
  ): Promise<{ readonly success: true; readonly data: unknown } | { readonly success: false; readonly error: Error }>;
}

/**
 * The model of `openai-compatible` wraps its schema again for each event, in an object with an accessor. V8 makes a hidden class for each of
 * them and keeps it until the next full collection. The library takes a function in place of a schema, and calls it for the wrapped one.
 */
function withOneSchema(model: LanguageModelV4): LanguageModelV4 {
  const own = model as { chunkSchema?: EventSchema | (() => unknown) };
  const { chunkSchema: schema } = own;
  if (schema === undefined || !('safeParseAsync' in schema)) return model;
  const validate = async (value: unknown): Promise<unknown> => {
    const read = await schema.safeParseAsync(value);
    return read.success ? { success: true, value: read.data } : { success: false, error: read.error };
  };
  const wrapped = { validate };
  own.chunkSchema = () => wrapped;
  return model;
}

let shared: Promise<void> | undefined;

/**
 * Loads what all dialects have in common, module after module. With the library of a dialect it would be loaded in one piece, in which a
 * server does nothing else.
 */
function loadedShared(): Promise<void> {
  shared ??= inPieces([() => import('zod/v4/locales'), () => import('zod/v4/core'), () => import('zod/v4')]).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

async function inPieces(pieces: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of pieces) {
    await Turn.begin();
    await load();
  }
  await Turn.begin();
}

/** The `fetch` of all models. The library gives the address as text. */
async function exchanged(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const exchange = init.signal ? exchanges.get(init.signal) : undefined;
  if (exchange === undefined) throw new Error('The library sends a request that belongs to no call');
  return exchange(url as string, init);
}
