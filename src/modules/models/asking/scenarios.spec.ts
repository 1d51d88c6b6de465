import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ModelMessage } from '#engine/agents/model-message.js';
import type { ModelFailureKind, ModelRequest } from '#blocks/ports/language-models.js';
import { providerKinds } from '#kernel/models/model-provider.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startFakeModels, type FakeModels } from '../../../../test/support/fake-models.js';
import { aModel, aRequest, asked, type AskedModels, failureOf, modelsOver } from '../../../../test/support/models/asking.js';
import type { ProviderConnection } from '../providers/provider-directory.js';

const tools = [{ name: 'search', description: 'Finds pages', parameters: { type: 'object', properties: { query: { type: 'string' } } } }];
const never = new AbortController().signal;

let fake: FakeModels;
let http: PolicedHttp;
beforeAll(async () => {
  fake = await startFakeModels();
  http = new PolicedHttp();
});
afterAll(async () => {
  await http.close();
  await fake.stop();
});
beforeEach(() => fake.log.clear());

describe.each(providerKinds)('a provider that speaks %s, over real connections,', (kind) => {
  const path = kind === 'google' ? 'v1beta' : 'v1';
  const models = (more: Partial<ProviderConnection> = {}): AskedModels =>
    modelsOver(http, { kind, baseUrl: `${fake.url}/${path}`, allowsPrivate: true, ...more });
  const request = (model: string, more: Partial<ModelRequest> = {}): ModelRequest =>
    aRequest({ model: { ...aModel, model }, key: `key of ${model}`, ...more });

  it.each(['echo', 'drip:0', 'gzip', '429-then-ok', '500-then-ok'])('answers as %s', async (model) => {
    const { text, answer } = await asked(models().models.ask(request(model), never));
    expect(text.length).toBeGreaterThan(3);
    expect(answer.finish.reason).toBe('stop');
    expect(answer.usage.input).toBeGreaterThan(0);
    expect(fake.log.of(`key of ${model}`).requests).toBe(model.includes('then-ok') ? 2 : 1);
  });

  it.each(['no-usage', 'wrong-usage:cached', 'wrong-usage:negative', 'wrong-usage:text'])(
    'has its usage estimated as %s',
    async (model) => {
      const { answer, text } = await asked(models().models.ask(request(model), never));
      expect(text.length).toBeGreaterThan(3);
      expect(answer.usage).toMatchObject({ estimated: true, cacheRead: 0 });
      expect(answer.usage.output).toBeGreaterThan(0);
    },
  );

  it('reports cached tokens', async () => {
    const { usage } = (await asked(models().models.ask(request('cached-usage'), never))).answer;
    expect(usage.cacheRead).toBeGreaterThanOrEqual(1_000);
    expect([usage.estimated, usage.input >= usage.cacheRead]).toEqual([false, true]);
  });

  it.each([
    ['401', 'unauthorized', 1],
    ['403', 'unauthorized', 1],
    ['404-model', 'refused', 1],
    ['400-context', 'context-length', 1],
    ['429', 'rate-limited', 3],
    ['529', 'overloaded', 3],
    ['503-always', 'overloaded', 3],
    ['html', 'unreadable', 1],
    ['redirect-private', 'blocked-address', 1],
    ['redirect-elsewhere', 'blocked-address', 1],
    ['cut', 'cut', 1],
    ['end-without-finish', 'cut', 1],
    ['hang-before-headers', 'idle', 1],
    ['hang-inside', 'idle', 1],
    ['endless', 'too-large', 1],
  ] as readonly (readonly [string, ModelFailureKind, number])[])('fails as %s: %s', async (model, expected, tries) => {
    const idleTimeoutMs = model.startsWith('hang') ? 50 : 60_000;
    const failure = await failureOf(asked(models({ idleTimeoutMs }).models.ask(request(model), never)));
    expect([failure.kind, failure.tries]).toEqual([expected, tries]);
    expect(fake.log.of(`key of ${model}`)).toMatchObject({ requests: tries });
    expect(fake.log.elsewhere).toBe(0);
    expect(failure.partial === null).toBe(!['cut', 'end-without-finish', 'hang-inside', 'endless'].includes(model));
    await eventually(() => expect(fake.log.of(`key of ${model}`).open).toBe(0));
  });

  it.each(['error-inside', 'not-json'])('fails as %s', async (model) => {
    const failure = await failureOf(asked(models().models.ask(request(model), never)));
    expect(['overloaded', 'unavailable', 'unreadable']).toContain(failure.kind);
  });

  it.each([
    ['length', 'length'],
    ['filtered', 'content-filter'],
  ])('ends as %s', async (model, reason) => {
    expect((await asked(models().models.ask(request(model), never))).answer.finish.reason).toBe(reason);
  });

  it.each(['no-call-id', 'same-call-id', 'calls-with-stop', 'tool', 'reasoning-signed'])('takes its turns of %s back', async (model) => {
    const asking = models().models;
    const first = await asked(asking.ask(request(model, { tools, key: 'first' }), never));
    const calls = first.answer.parts.filter((part) => part.type === 'tool-call');
    expect(first.answer.finish.reason).toBe('tool-calls');
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(calls.length);
    const results = calls.map(({ callId, name }) => ({ callId, name, kind: 'json' as const, value: { found: true } }));
    const messages: ModelMessage[] = [
      ...aRequest().messages,
      { role: 'assistant', content: first.answer.parts },
      { role: 'tool', content: results },
    ];
    const stored = JSON.parse(JSON.stringify(messages)) as ModelMessage[];
    const second = await asked(asking.ask(request(model, { tools, messages: stored, key: 'second' }), never));
    expect(second.answer.finish.reason).toBe('stop');
    expect(second.text).not.toBe('');
  });

  it.each(['hang-before-headers', 'hang-inside', 'endless'])('sees its connection closed when a call of %s is cancelled', async (model) => {
    const abort = new AbortController();
    const key = `cancelled ${model}`;
    const outcome = asked(models().models.ask(request(model, { key }), abort.signal)).catch((error: unknown) => error);
    await eventually(() => expect(fake.log.of(key).open).toBe(1));
    const reason = new Error('The run was cancelled');
    abort.abort(reason);
    expect(await outcome).toBe(reason);
    await eventually(() => expect(fake.log.of(key)).toMatchObject({ requests: 1, open: 0, closedEarly: 1 }));
  });

  it('answers many calls at the same time on as many connections as it allows', async () => {
    const { models: asking } = models({ concurrency: 5 });
    const before = fake.log.sockets.mostOpen;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) => asked(asking.ask(request('deltas:5:1', { key: `many ${place}` }), never))),
    );
    expect(answers.map(({ text }) => text)).toEqual(answers.map(() => '1 2 3 4 5'));
    expect(fake.log.sockets.mostOpen).toBeLessThanOrEqual(Math.max(before, 5));
  });
});
