import { describe, expect, it } from '@jest/globals';
import type { ListedModel } from '#kernel/models/model-provider.js';
import { unknownModel } from './model.errors.js';
import { findModel } from './model-names.js';
import { vendors, type Provider } from './provider.js';

const [openai, anthropic] = vendors as [Provider, Provider, Provider];

describe('the name of a model', () => {
  const groq = provider('groq', { models: [{ id: 'llama-3.3-70b', alias: ['llama'] }, { id: 'gpt-oss-120b' }] });
  const local = provider('ollama', { anyModel: true });
  const gateway = provider('gateway', { anyModel: true });

  it.each([
    ['an id', 'llama-3.3-70b', 'groq/llama-3.3-70b'],
    ['an alias', 'llama', 'groq/llama-3.3-70b'],
    ['the name of the provider before an id', 'groq/llama-3.3-70b', 'groq/llama-3.3-70b'],
    ['the name of the provider before an alias', 'GROQ/llama', 'groq/llama-3.3-70b'],
    ['the name of a provider that takes any model', 'gateway/mistralai/mixtral', 'gateway/mistralai/mixtral'],
    ['the prefix of a vendor', 'gpt-5.4', 'openai/gpt-5.4'],
    ['the prefix of another vendor', 'claude-sonnet-5', 'anthropic/claude-sonnet-5'],
    ['a listed model with the prefix of a vendor', 'gpt-oss-120b', 'groq/gpt-oss-120b'],
    ['any other name', 'qwen3:8b', 'gateway/qwen3:8b'],
    ['a vendor without a provider', 'gemini-2.5-pro', 'gateway/gemini-2.5-pro'],
  ])('means a model by %s', (_, name, meant) => {
    expect(find(name, [groq, gateway, openai, anthropic])).toBe(meant);
  });

  it('is unknown if no provider has it or takes any', () => {
    expect(find('llama-4', [groq, openai])).toBeUndefined();
    expect(find('groq/llama-4', [groq])).toBeUndefined();
    expect(find('', [openai])).toBeUndefined();
  });

  it('means nothing if it is empty, whatever a provider takes', () => {
    expect(find('', [gateway, local])).toBeUndefined();
    expect(unknownModel('', ['llama']).message).toBe(
      'No model is named, and the operator of the server has set no default. Choose one that GET /api/v1/models lists',
    );
  });

  it('means the model of the first provider that has it', () => {
    const other = provider('other', { models: [{ id: 'llama' }] });
    expect(find('llama-3.3-70b', [provider('mine', { models: [{ id: 'llama-3.3-70b' }] }), groq])).toBe('mine/llama-3.3-70b');
    expect(find('llama', [groq, other])).toBe('other/llama');
  });

  it('means the next model if the first is denied', () => {
    const mine = provider('mine', { models: [{ id: 'llama-3.3-70b' }] });
    expect(findModel('llama-3.3-70b', [mine, groq], ({ provider: { id } }) => id !== 'mine')?.provider.id).toBe('groq');
  });

  it('is not sent to a local server if only a vendor has such models', () => {
    expect(find('claude-sonnet-5', [local])).toBeUndefined();
    expect(find('gpt-oss:20b', [local])).toBe('ollama/gpt-oss:20b');
    expect(find('ollama/gpt-x', [local])).toBe('ollama/gpt-x');
  });

  it('means a vendor of that name as well', () => {
    expect(find('grok-4.6', [gateway, provider('xai', { anyModel: true })])).toBe('xai/grok-4.6');
  });
});

function find(name: string, providers: readonly Provider[]): string | undefined {
  const found = findModel(name, providers, () => true);
  return found && `${found.provider.id}/${found.id}`;
}

function provider(id: string, more: { readonly models?: readonly ListedModel[]; readonly anyModel?: boolean }): Provider {
  return { ...openai, id, name: id, kind: 'openai-compatible', anyModel: false, ...more };
}
