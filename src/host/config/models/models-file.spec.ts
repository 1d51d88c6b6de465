import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError, parseConfig } from '../config.js';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'sluice-models-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const groq = { id: 'groq', kind: 'openai-compatible', baseUrl: 'https://api.groq.com/openai/v1', apiKeyEnv: 'GROQ_KEY' };

describe('the models file', () => {
  it('lists providers with their models, and fills in what they leave out', () => {
    const model = {
      id: 'llama-3.3-70b',
      alias: ['llama'],
      contextWindow: 131_072,
      capabilities: ['tools'],
      prices: { input: 0.59, output: 0.79 },
    };
    const file = read({
      providers: [
        { ...groq, models: [model] },
        { id: 'openai', kind: 'openai' },
      ],
      default: 'llama',
      deny: ['gpt-3*'],
    });
    expect(file).toEqual({
      providers: [
        {
          ...groq,
          headers: {},
          models: [model],
          anyModel: false,
          allowPrivate: false,
          concurrency: 64,
          idleTimeoutMs: 120_000,
          lacks: [],
        },
        expect.objectContaining({ id: 'openai', baseUrl: 'https://api.openai.com/v1', anyModel: true, apiKeyEnv: undefined }),
      ],
      default: 'llama',
      allow: undefined,
      deny: ['gpt-3*'],
    });
  });

  it('reports every problem with its path, and no key', () => {
    const problems = problemsOf({
      providers: [
        { id: 'Groq', kind: 'grok', baseUrl: 'https://user:secret@models.example', apikey: 'sk-1' },
        {
          ...groq,
          models: [
            { id: 'a', prices: { input: -1 } },
            { id: 'b', alias: ['a'], capabilities: ['magic'] },
          ],
          concurrency: 0,
        },
        { ...groq, baseUrl: 'http://models.example/v1', headers: { Authorization: 'Bearer x', 'x-team': 'a\nb' }, lacks: ['speed'] },
        { id: 'local', kind: 'openai-compatible' },
      ],
      default: '',
      allow: 'gpt',
      extra: 1,
    });
    const path = join(folder, 'models.json');
    expect(problems).toEqual(
      [
        'extra is not known. Known names: providers, default, allow, deny',
        'providers[0].apikey is not known. Did you mean apiKeyEnv?',
        'providers[0].id must be 1 to 50 of a-z 0-9 . _ -',
        'providers[0].kind must be one of openai, anthropic, google, openai-compatible',
        'providers[0].baseUrl must not contain a user name or a password',
        'providers[1].concurrency must be a whole number from 1 to 512',
        'providers[1].models[0].prices.input must be a price of a million tokens in US dollars, from 0 to 1000000',
        'providers[1].models[0].prices.output must be a price of a million tokens in US dollars, from 0 to 1000000',
        'providers[1].models[1].alias[0] must not be a name of another model of this provider',
        'providers[1].models[1].capabilities[0] must be one of tools, vision, files, audio, json, reasoning, embeddings',
        'providers[2].baseUrl must begin with https://, or allowPrivate must be true for an address in a private network',
        'providers[2].headers.Authorization cannot be set: the server sets it itself, and keys are written in apiKey only',
        'providers[2].headers.x-team must be a text of at most 2000 visible ASCII characters, in one line',
        'providers[2].lacks[0] must be one of usage-in-streams, json-schema, tool-choice',
        'providers[2].id must not be that of another provider',
        'providers[3].baseUrl is required for kind openai-compatible',
        'default must be the name of a model',
        'allow must be a list of at most 500 items',
      ].map((problem) => `SLUICE_MODELS_FILE ${path}: ${problem}`),
    );
  });

  it('takes an address without TLS only if the file allows private addresses', () => {
    const local = { id: 'vllm', kind: 'openai-compatible', baseUrl: 'http://10.0.0.7:8000/v1/', allowPrivate: true };
    expect(read({ providers: [local] }).providers[0]).toMatchObject({ baseUrl: 'http://10.0.0.7:8000/v1', allowPrivate: true });
    expect(problemsOf({ providers: [{ ...local, allowPrivate: false }] })).toHaveLength(1);
  });

  it('lets key variables of any name through', () => {
    const path = write({ providers: [{ ...groq, apiKeyEnv: 'SLUICE_GROQ' }] });
    expect(parseConfig({ SLUICE_MODELS_FILE: path, SLUICE_GROQ: 'k' }).models.keyIn('SLUICE_GROQ')).toBe('k');
  });
});

describe('the shorthands for providers', () => {
  it('are providers behind those of the file', () => {
    const env = {
      SLUICE_OPENAI_API_KEY: 'o',
      SLUICE_ANTHROPIC_API_KEY: 'a',
      SLUICE_GOOGLE_API_KEY: 'g',
      SLUICE_OLLAMA_URL: 'http://localhost:11434',
    };
    const { providers } = parseConfig({ ...env, SLUICE_MODELS_FILE: write({ providers: [groq] }) }).models.read();
    expect(providers.map(({ id }) => id)).toEqual(['groq', 'openai', 'anthropic', 'google', 'ollama']);
    expect(providers[1]).toMatchObject({
      kind: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      apiKeyEnv: 'SLUICE_OPENAI_API_KEY',
      anyModel: true,
    });
    expect(providers[4]).toMatchObject({ baseUrl: 'http://localhost:11434/v1', allowPrivate: true, anyModel: true });
  });

  it('may not have the name of another provider of the file', () => {
    const taken = problemsOf({ providers: [{ id: 'openai', kind: 'openai', apiKeyEnv: 'OTHER' }] }, { SLUICE_OPENAI_API_KEY: 'o' });
    expect(taken[0]).toContain('providers[0].id must not be openai, because SLUICE_OPENAI_API_KEY configures a provider of that name');
  });

  it('may hold the key of a provider of the file', () => {
    const own = { id: 'openai', kind: 'openai', apiKeyEnv: 'SLUICE_OPENAI_API_KEY', models: [{ id: 'gpt-4o' }] };
    const { providers } = parseConfig({ SLUICE_OPENAI_API_KEY: 'o', SLUICE_MODELS_FILE: write({ providers: [own] }) }).models.read();
    expect(providers).toHaveLength(1);
  });

  it('are refused if they are no addresses or keys', () => {
    expect(problemsOf(undefined, { SLUICE_OLLAMA_URL: 'localhost', SLUICE_OPENAI_API_KEY: 'a b' })).toEqual([
      'SLUICE_OPENAI_API_KEY must be 1 to 500 characters without space',
      'SLUICE_OLLAMA_URL must be an address such as https://models.example.com/v1, got "localhost"',
    ]);
  });
});

function write(file: object): string {
  const path = join(folder, 'models.json');
  writeFileSync(path, JSON.stringify(file));
  return path;
}

function read(file: object): ReturnType<ReturnType<typeof parseConfig>['models']['read']> {
  return parseConfig({ SLUICE_MODELS_FILE: write(file) }).models.read();
}

function problemsOf(file: object | undefined, env: Readonly<Record<string, string>> = {}): readonly string[] {
  try {
    parseConfig({ ...env, ...(file === undefined ? {} : { SLUICE_MODELS_FILE: write(file) }) });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
