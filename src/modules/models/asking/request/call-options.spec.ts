import { describe, expect, it } from '@jest/globals';
import { type Json, isJsonObject, type JsonObject } from '#kernel/json.js';
import { providerKinds } from '#kernel/models/model-provider.js';
import type { FilePart, ModelMessage } from '#engine/agents/model-message.js';
import type { ModelRequest } from '#blocks/ports/language-models.js';
import { ScriptedHttp } from '../../../../../test/support/engine/scripted-http.js';
import { type Asked, aModel, aRequest, asked, failureOf, modelsOver } from '../../../../../test/support/models/asking.js';
import { answersOf } from '../../../../../test/support/models/vendor-answers.js';
import type { ProviderConnection } from '../../providers/provider-directory.js';

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly text: string;
  readonly request: ScriptedHttp['requests'][number];
  readonly asked: Asked;
}

async function send(provider: Partial<ProviderConnection>, request: Partial<ModelRequest> = {}): Promise<Sent> {
  const kind = provider.kind ?? 'openai-compatible';
  const http = new ScriptedHttp({ headers: { 'content-type': 'text/event-stream' }, body: answersOf[kind]({ text: ['{}'] }) });
  const answer = await asked(modelsOver(http, { ...provider, kind }).models.ask(aRequest(request), new AbortController().signal));
  const [first] = http.requests;
  if (first === undefined) throw new Error('Nothing was sent');
  const body: unknown = JSON.parse(first.body as string);
  if (!isJsonObject(body)) throw new Error('The body is no object');
  return { url: first.url, headers: first.headers ?? {}, body, text: JSON.stringify(body), request: first, asked: answer };
}

const schema: JsonObject = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'], additionalProperties: false };
const answerSchema = { name: 'invoice', schema, strict: true };
const tools = [{ name: 'weather', description: 'The weather', parameters: { type: 'object', properties: {} } }];

describe('a request to a provider', () => {
  it.each([
    ['openai-compatible', '/chat/completions', 'authorization', 'Bearer the-key'],
    ['openai', '/responses', 'authorization', 'Bearer the-key'],
    ['anthropic', '/messages', 'x-api-key', 'the-key'],
    ['google', '/models/model-1:streamGenerateContent?alt=sse', 'x-goog-api-key', 'the-key'],
  ] as const)('of kind %s has address, key, idempotency key and user agent', async (kind, path, header, value) => {
    const { url, headers, request } = await send({ kind, apiKey: 'the-key', headers: { 'x-team': 'blue' }, idleTimeoutMs: 7 });
    expect(url).toBe(`https://models.example/v1${path}`);
    expect(headers).toMatchObject({
      [header]: value,
      'x-team': 'blue',
      'idempotency-key': 'run/agent/1',
      'user-agent': 'sluice/1.2.3',
      'content-type': 'application/json',
    });
    expect(request).toMatchObject({ via: ['caller', 'wf'], allowsPrivate: false, timeouts: { headersMs: 7, idleMs: 7 } });
  });

  it.each(providerKinds)('of kind %s uses the key of the block, and reads none from the environment', async (kind) => {
    const own = await send({ kind }, { apiKey: 'key-of-the-block' });
    expect(JSON.stringify(own.headers)).toContain('key-of-the-block');
    expect(JSON.stringify(own.headers)).not.toContain('sk-the-secret');
    const names = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'GOOGLE_GENERATIVE_AI_API_KEY', 'OPENAI_BASE_URL'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = 'http://from-the-environment';
    try {
      const keyless = await send({ kind, apiKey: undefined });
      expect(JSON.stringify([keyless.url, keyless.headers])).not.toContain('from-the-environment');
    } finally {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
  });

  it('may go to a private address if the operator named it', async () => {
    expect((await send({ allowsPrivate: true })).request.allowsPrivate).toBe(true);
  });

  it.each(providerKinds)('of kind %s has the settings and the tools', async (kind) => {
    const { text } = await send({ kind }, { settings: { maxOutputTokens: 321, temperature: 0.25 }, tools });
    for (const part of ['321', '0.25', '"weather"', 'The weather']) expect(text).toContain(part);
  });

  it('asks OpenAI to store nothing', async () => {
    expect((await send({ kind: 'openai' })).body['store']).toBe(false);
  });

  it.each([
    ['openai-compatible', { tool_choice: { type: 'function', function: { name: 'weather' } } }],
    ['openai', { tool_choice: { type: 'function', name: 'weather' } }],
    ['anthropic', { tool_choice: { type: 'tool', name: 'weather' } }],
    ['google', { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['weather'] } } }],
  ] as const)('of kind %s forces a tool', async (kind, expected) => {
    expect((await send({ kind }, { tools, toolChoice: { tool: 'weather' } })).body).toMatchObject(expected);
  });

  it('asks in words for a tool where the server has no choice, and leaves tools out when none may be called', async () => {
    const forced = await send({ lacks: ['tool-choice'] }, { tools, toolChoice: { tool: 'weather' } });
    expect(forced.body).not.toHaveProperty('tool_choice');
    expect(forced.body['messages']).toMatchObject([{}, { role: 'user', content: 'Now call the tool weather. Do not answer with text.' }]);
    const none = await send({ lacks: ['tool-choice'] }, { tools, toolChoice: 'none' });
    expect(none.body).not.toHaveProperty('tools');
  });

  describe('behind calls of tools', () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
      { role: 'assistant', content: [{ type: 'tool-call', callId: 'c', name: 'weather', arguments: '{"city":"Rome"}' }] },
      { role: 'tool', content: [{ callId: 'c', name: 'weather', kind: 'json', value: { rain: true } }] },
    ];

    it.each([
      ['openai', { tool_choice: 'none' }],
      ['anthropic', { tool_choice: { type: 'none' } }],
      ['google', { toolConfig: { functionCallingConfig: { mode: 'NONE' } } }],
    ] as const)('of kind %s offers the tools and forbids to call them', async (kind, expected) => {
      const { body, text } = await send({ kind }, { messages, tools, toolChoice: 'none' });
      expect(body).toMatchObject({ ...expected, tools: [expect.anything()] });
      expect(text).not.toContain('[Called');
    });

    it.each([
      ['of a compatible server', {}, { tools, toolChoice: 'none' }],
      ['of a model without tools', { kind: 'anthropic' }, { tools: [] }],
    ] as const)('has them as text where it offers no tools: %s', async (_, provider, request) => {
      const { body, text } = await send(provider, { messages, ...request });
      expect(body).not.toHaveProperty('tools');
      expect(text).not.toMatch(/tool_calls|tool_use|tool_result|"role":"tool"/);
      expect(JSON.stringify(body['messages'])).toContain(JSON.stringify('[Called the tool weather with {"city":"Rome"}]').slice(1, -1));
      expect(JSON.stringify(body['messages'])).toContain(JSON.stringify('[The tool weather has answered {"rain":true}]').slice(1, -1));
    });
  });

  it('asks for usage unless the server refuses that', async () => {
    expect((await send({})).body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect((await send({ lacks: ['usage-in-streams'] })).body).not.toHaveProperty('stream_options');
  });

  it.each([
    ['openai-compatible', { response_format: { type: 'json_schema', json_schema: { name: 'invoice', strict: true, schema } } }],
    ['openai', { text: { format: { type: 'json_schema', name: 'invoice', strict: true, schema } } }],
    ['google', { generationConfig: { responseMimeType: 'application/json' } }],
  ] as const)('of kind %s has the schema of the answer in its own form', async (kind, expected) => {
    const { body, text } = await send({ kind }, { answerSchema });
    expect(body).toMatchObject(expected);
    expect(text).not.toContain('JSON Schema');
  });

  it.each([
    ['a server that takes no schema', { lacks: ['json-schema'] }, {}],
    ['Gemini 2 with tools', { kind: 'google' }, { tools, model: { ...aModel, model: 'gemini-2.5-flash' } }],
  ] as const)('puts the schema into words for %s', async (_, provider, request) => {
    const { body, text } = await send(provider as Partial<ProviderConnection>, { answerSchema, ...request });
    expect(text).toContain('It must be valid under this JSON Schema');
    expect(text).toContain('additionalProperties');
    expect(body).not.toHaveProperty('response_format');
  });

  it('marks the prefix for the cache of Anthropic only', async () => {
    const messages: ModelRequest['messages'] = [{ role: 'system', content: 'Long rules' }, ...aRequest().messages];
    const marked = await send({ kind: 'anthropic' }, { messages, settings: { promptCaching: true } });
    expect(marked.text.match(/"cache_control":\{"type":"ephemeral"\}/g)).toHaveLength(2);
    expect((await send({ kind: 'openai' }, { messages, settings: { promptCaching: true } })).text).not.toContain('ephemeral');
  });

  it.each(['openai', 'anthropic', 'google'] as const)('of kind %s asks for reasoning', async (kind) => {
    const model = { openai: 'gpt-5', anthropic: 'claude-opus-4-5', google: 'gemini-3-pro' }[kind];
    const { text } = await send({ kind }, { settings: { reasoning: 'high' }, model: { ...aModel, model } });
    expect(text).toMatch(/"effort":"high"|"thinking|"thinkingConfig"/);
  });

  it('says which settings the provider ignores', async () => {
    const { asked: answer } = await send({ kind: 'anthropic' }, { settings: { seed: 7 } });
    expect(answer.answer.warnings.join()).toContain('seed is not supported by the model');
  });

  it.each([
    ['openai', 0],
    ['openai-compatible', 0],
    ['anthropic', 1],
    ['google', 1],
  ] as const)('of kind %s has the verbosity, or says that it is left out', async (kind, warnings) => {
    const { asked: answer, text } = await send({ kind }, { settings: { verbosity: 'low' } });
    expect(answer.answer.warnings.filter((warning) => warning.endsWith('has no verbosity, so it is left out'))).toHaveLength(warnings);
    expect(text.includes('"verbosity":"low"')).toBe(warnings === 0);
  });
});

describe('files in a request', () => {
  const file = (mediaType: string, more: Partial<FilePart> = {}): FilePart => ({
    type: 'file',
    fileId: mediaType,
    name: 'a file',
    mediaType,
    size: 100,
    ...more,
  });
  const withFiles = (...files: FilePart[]): Partial<ModelRequest> => ({
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Read' }, ...files] }],
    readFile: (id) => Promise.resolve(Buffer.from(`bytes of ${id}`)),
  });
  const base64 = (type: string): string => Buffer.from(`bytes of ${type}`).toString('base64');

  it.each([
    ['openai-compatible', 'image/png'],
    ['openai-compatible', 'application/pdf'],
    ['openai-compatible', 'audio/wav'],
    ['openai', 'image/png'],
    ['openai', 'application/pdf'],
    ['anthropic', 'image/png'],
    ['anthropic', 'application/pdf'],
    ['google', 'image/png'],
    ['google', 'application/pdf'],
    ['google', 'audio/wav'],
  ] as const)('are sent to %s as bytes: %s', async (kind, type) => {
    expect((await send({ kind }, withFiles(file(type)))).text).toContain(base64(type));
  });

  it.each(providerKinds)('are sent to %s as text if they are text', async (kind) => {
    const { text } = await send({ kind }, withFiles(file('text/csv'), file('application/json')));
    expect(text).toContain('bytes of text/csv');
    expect(text).toContain('bytes of application/json');
  });

  it('are refused before they are read if the model cannot read them, with the name of the file', async () => {
    const http = new ScriptedHttp({});
    const { models } = modelsOver(http);
    for (const [type, needed] of [
      ['image/png', 'vision'],
      ['application/pdf', 'files'],
      ['audio/wav', 'audio'],
    ] as const) {
      const readFile = (): Promise<Buffer> => Promise.reject(new Error('was read'));
      const request = aRequest({ ...withFiles(file(type)), readFile, model: { ...aModel, capabilities: ['tools'] } });
      const failure = await failureOf(asked(models.ask(request, new AbortController().signal)));
      expect(failure.kind).toBe('refused');
      expect(failure.message).toContain(`a file is ${type}, which the model does not read (it lacks ${needed})`);
    }
    expect(http.requests).toHaveLength(0);
  });

  it('are refused before they are read if they are too large together', async () => {
    const large = { size: 20 * 1024 * 1024 };
    const { models } = modelsOver(new ScriptedHttp({}));
    const readFile = (): Promise<Buffer> => Promise.reject(new Error('was read'));
    const request = aRequest({ ...withFiles(file('image/png', large), file('image/jpeg', large)), readFile });
    const failure = await failureOf(asked(models.ask(request, new AbortController().signal)));
    expect(failure.message).toContain('the files have 41943040 bytes; a call may have 33554432');
  });

  it('are read once, though the call is tried again', async () => {
    const reads: string[] = [];
    const body = answersOf['openai-compatible']({ text: ['x'] });
    const http = new ScriptedHttp({ status: 500 }, { headers: { 'content-type': 'text/event-stream' }, body });
    const readFile = async (id: string): Promise<Buffer> => Buffer.from(String(reads.push(id)));
    await asked(
      modelsOver(http).models.ask(aRequest({ ...withFiles(file('image/png'), file('image/png')), readFile }), new AbortController().signal),
    );
    expect([reads, http.requests.length]).toEqual([['image/png'], 2]);
  });
});

describe('the estimate of a call', () => {
  const estimate = (request: Partial<ModelRequest>) => modelsOver(new ScriptedHttp()).models.estimate(aRequest(request));
  const said = (text: string): Partial<ModelRequest> => ({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] });

  it('counts a third more than a token for four bytes, with tools and the largest answer', async () => {
    const { usage, costNanoUsd } = await estimate({ ...said('x'.repeat(4_000)), settings: { maxOutputTokens: 500 } });
    expect(usage).toEqual({ input: expect.any(Number), output: 500, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: true });
    expect(usage.input).toBeGreaterThanOrEqual(1_300);
    expect(usage.input).toBeLessThan(1_310);
    expect(costNanoUsd).toBe(usage.input * 1_000 + 500 * 2_000);
    const withTools = await estimate({ ...said('x'.repeat(4_000)), tools });
    expect(withTools.usage.input).toBeGreaterThan(usage.input);
    expect(withTools.usage.output).toBe(4_096);
    expect((await estimate({ ...said('x'), model: { ...aModel, maxOutput: 77 } })).usage.output).toBe(77);
  });

  it('knows what other usage would cost', async () => {
    const { costOf } = await estimate(said('x'));
    const usage = { input: 3, output: 2, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: false };
    expect(costOf(usage)).toMatchObject({ totalNanoUsd: 7_000, pricedAs: 'vendor/model-1' });
  });

  it('counts the texts of other scripts by their bytes', async () => {
    const value: Json = { 世界: '🙂'.repeat(100) };
    const { usage } = await estimate({ messages: [{ role: 'tool', content: [{ callId: 'a', name: 'n', kind: 'json', value }] }] });
    expect(usage.input).toBeGreaterThan(100);
  });
});
