import type { LanguageModelV4 } from '@ai-sdk/provider';
import { assertNever } from '#kernel/errors.js';
import type { ProviderConnection } from '../providers/provider-directory.js';

/** The name under which the library keeps what a provider wants back, by dialect. */
export const namespaces = { openai: 'openai', anthropic: 'anthropic', google: 'google', 'openai-compatible': 'openaiCompatible' } as const;

/**
 * The model behind a connection. The library of a dialect is loaded at its first use, so that a server without agents does not pay for it.
 * Key and address are always given, because the libraries would read them from the environment.
 */
export async function languageModel(
  { kind, baseUrl: baseURL, headers, lacks }: ProviderConnection,
  { model, apiKey, fetch }: { model: string; apiKey: string | undefined; fetch: typeof globalThis.fetch },
): Promise<LanguageModelV4> {
  const settings = { baseURL, headers: { ...headers }, fetch, apiKey: apiKey ?? '' };
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
      const { apiKey: _, ...rest } = settings;
      const provider = createOpenAICompatible({
        ...rest,
        ...(apiKey === undefined ? {} : { apiKey }),
        name: namespaces[kind],
        includeUsage: !lacks.includes('usage-in-streams'),
        supportsStructuredOutputs: !lacks.includes('json-schema'),
      });
      return provider(model);
    }
    default:
      return assertNever(kind);
  }
}
