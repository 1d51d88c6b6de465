import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { providerKinds } from '#kernel/models/model-provider.js';
import type { ModelMessage, ToolResult } from '#engine/agents/model-message.js';
import type { ModelRequest } from '#blocks/ports/language-models.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { startFakeModels, type FakeModels } from '../../../../test/support/fake-models.js';
import { eventually } from '../../../../test/support/eventually.js';
import { aModel, aRequest, asked, failureOf, modelsOver, type Asked } from '../../../../test/support/models/asking.js';

const tools = [
  {
    name: 'search',
    description: 'Finds pages',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'], additionalProperties: false },
  },
];

let fake: FakeModels;
let http: PolicedHttp;
beforeEach(async () => {
  fake = await startFakeModels();
  http = new PolicedHttp();
});
afterEach(async () => {
  await http.close();
  await fake.stop();
});

describe.each(providerKinds)('a provider of the kind %s, asked over HTTP', (kind) => {
  function ask(model: string, request: Partial<ModelRequest> = {}, signal = new AbortController().signal): Promise<Asked> {
    const baseUrl = `${fake.url}/${kind === 'google' ? 'v1beta' : 'v1'}`;
    const { models } = modelsOver(http, { kind, baseUrl, allowsPrivate: true });
    return asked(models.ask(aRequest({ key: model, ...request, model: { ...aModel, model } }), signal));
  }

  const question: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'Grüße 🙂, please search' }] };

  /** The conversation after the first tool call was answered. */
  function answered({ answer }: Asked, value: string): ModelMessage[] {
    const calls = answer.parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
    const results: ToolResult[] = calls.map(({ callId, name }) => ({ callId, name, kind: 'text', value }));
    return [question, { role: 'assistant', content: answer.parts }, { role: 'tool', content: results }];
  }

  it('is sent one request under the key of the call', async () => {
    const { text, answer } = await ask('echo', { messages: [question], key: 'one' });
    expect({ text, reason: answer.finish.reason, estimated: answer.usage.estimated }).toEqual({
      text: 'Grüße 🙂, please search',
      reason: 'stop',
      estimated: false,
    });
    expect(fake.log.of('one')).toMatchObject({ requests: 1, answered: 1, closedEarly: 0 });
  });

  it('calls a tool, and reads its result', async () => {
    const first = await ask('tool', { messages: [question], tools });
    expect(first.answer.parts).toMatchObject([{ type: 'tool-call', name: 'search', arguments: '{"query":"Grüße 🙂, please search"}' }]);
    const { text } = await ask('tool', { messages: answered(first, 'Three pages.'), tools });
    expect(text).toContain('Three pages.');
  });

  it('receives its reasoning back with the signature', async () => {
    const first = await ask('reasoning-signed', { messages: [question], tools });
    const { text } = await ask('reasoning-signed', { messages: answered(first, 'Three pages.'), tools, key: 'second' });
    expect(text).toBe('My thoughts came back with their signature.');
  });

  it('answers with JSON for a schema', async () => {
    const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'], additionalProperties: false };
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'The total is 12.5 today' }] }];
    const { text } = await ask('schema-ok', { messages, answerSchema: { name: 'sum', schema, strict: true } });
    expect(JSON.parse(text)).toEqual({ total: 12.5 });
  });

  it.each(['429-then-ok', '429-then-ok:1', '500-then-ok'])('is asked again after %s, under the same key', async (model) => {
    const { text, answer } = await ask(model);
    expect({ text, tries: answer.tries }).toEqual({ text: 'It works the second time.', tries: 2 });
    expect(fake.log.of(model)).toMatchObject({ requests: 2 });
  });

  it.each([
    ['401', 'unauthorized', 1],
    ['403', 'unauthorized', 1],
    ['404-model', 'refused', 1],
    ['400-context', 'context-length', 1],
    ['503-always', 'overloaded', 3],
    ['529', 'overloaded', 3],
  ])('fails with %s as %s', async (model, failure, requests) => {
    expect((await failureOf(ask(model))).kind).toBe(failure);
    expect(fake.log.of(model).requests).toBe(requests);
  });

  it.each([
    ['cut', /^cut$/],
    ['end-without-finish', /^cut$/],
    ['error-inside', /^(overloaded|unavailable)$/],
  ])('fails after the first token of %s, with what had arrived', async (model, failure) => {
    const { kind: found, partial, tries } = await failureOf(ask(model));
    expect({ found, tries }).toEqual({ found: expect.stringMatching(failure), tries: 1 });
    expect(partial?.parts).toMatchObject([{ type: 'text', text: expect.stringMatching(/^This answer/) }]);
    expect(partial?.usage.estimated).toBe(true);
  });

  it.each(['html', 'not-json'])('fails with %s as unreadable', async (model) => {
    expect((await failureOf(ask(model))).kind).toBe('unreadable');
  });

  it.each(['redirect-elsewhere', 'redirect-private'])('is not followed to another address by %s', async (model) => {
    await failureOf(ask(model));
    expect(fake.log.elsewhere).toBe(0);
  });

  it.each(['huge:64', 'endless'])('is cut off when it never stops: %s', async (model) => {
    expect((await failureOf(ask(model))).kind).toBe('too-large');
    await eventually(() => expect(fake.log.of(model)).toMatchObject({ requests: 1, closedEarly: 1 }));
  });

  it.each(['hang-before-headers', 'hang-inside'])('loses its connection when a call of %s is aborted', async (model) => {
    const abort = new AbortController();
    const answer = ask(model, {}, abort.signal);
    await eventually(() => expect(fake.log.of(model).open).toBe(1));
    abort.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
    await eventually(() => expect(fake.log.of(model)).toMatchObject({ open: 0, closedEarly: 1 }));
  });

  it('has its usage reported, or estimated when there is none', async () => {
    expect((await ask('no-usage')).answer.usage).toMatchObject({ estimated: true, output: expect.any(Number) });
    expect((await ask('cached-usage')).answer.usage).toMatchObject({ estimated: false, cacheRead: 1_000 });
  });

  it.each(['wrong-usage:cached', 'wrong-usage:negative', 'wrong-usage:text'])('is not believed: %s', async (model) => {
    const outcome = await ask(model).then(
      ({ answer }) => answer.usage,
      () => undefined,
    );
    const { input = 0, output = 0, cacheRead = 0 } = outcome ?? {};
    expect(Number.isInteger(input) && Number.isInteger(output) && input >= 0 && output >= 0 && cacheRead <= input).toBe(true);
  });
});
