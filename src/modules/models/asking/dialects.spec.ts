import { describe, expect, it } from '@jest/globals';
import { isJsonObject, type JsonObject } from '#kernel/json.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import type { ModelRequest } from '#blocks/ports/language-models.js';
import { ScriptedHttp } from '../../../../test/support/engine/scripted-http.js';
import { type Asked, aModel, aRequest, asked, modelsOver } from '../../../../test/support/models/asking.js';
import { Random } from '../../../../test/support/simulation/random.js';
import { answersOf, type SaidAnswer } from '../../../../test/support/models/vendor-answers.js';
import { providerKinds } from '#kernel/models/model-provider.js';
import type { ProviderConnection } from '../providers/provider-directory.js';
import { languageModel } from './dialects.js';

const whole: SaidAnswer = {
  reasoning: { text: 'It asks — for §1.', signature: 'c2lnbmVkIQ==' },
  text: ['Grüße, ', '世界 ', '🙂 and ', '"more"\n'],
  calls: [
    { id: 'a', name: 'weather', arguments: '{"city":"Zürich","days":[1,2]}' },
    { id: 'b', name: 'time', arguments: '{}' },
  ],
};
const tools = [
  { name: 'weather', description: 'The weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  { name: 'time', description: 'The time', parameters: { type: 'object', properties: {} } },
];

function answerWith(body: readonly (string | Uint8Array)[]): ScriptedHttp {
  return new ScriptedHttp({ headers: { 'content-type': 'text/event-stream' }, body });
}

function ask(http: ScriptedHttp, provider: Partial<ProviderConnection>, request: Partial<ModelRequest> = {}): Promise<Asked> {
  const { models } = modelsOver(http, provider);
  return asked(models.ask(aRequest({ tools, ...request }), new AbortController().signal));
}

/** The body of a request that was sent. */
function sent(http: ScriptedHttp, place = 0): JsonObject {
  const body: unknown = JSON.parse(http.requests[place]?.body as string);
  if (!isJsonObject(body)) throw new Error('The body is no object');
  return body;
}

describe.each(providerKinds)('an answer of the dialect %s', (kind) => {
  const answer = (said: SaidAnswer): Uint8Array => Buffer.from(answersOf[kind](said));

  it('gives text and reasoning as they come, and calls whole', async () => {
    const { parts, text, answer: last } = await ask(answerWith([answer(whole)]), { kind });
    expect(text).toBe('Grüße, 世界 🙂 and "more"\n');
    expect(parts.map(({ type }) => type)).toEqual([
      'reasoning',
      'text',
      'text',
      'text',
      'text',
      'tool-call-began',
      'tool-call-began',
      'answered',
    ]);
    const [thought, spoken, ...calls] = last.parts;
    expect(thought).toMatchObject({ type: 'reasoning', text: 'It asks — for §1.' });
    expect(spoken).toMatchObject({ type: 'text', text });
    expect(calls).toMatchObject([
      { type: 'tool-call', name: 'weather' },
      { type: 'tool-call', name: 'time', arguments: '{}' },
    ]);
    expect(JSON.parse((calls[0] as { arguments: string }).arguments)).toEqual({ city: 'Zürich', days: [1, 2] });
    // The adapter of Gemini does not pass the name on.
    const providerModel = kind === 'google' ? null : 'served-model';
    expect(last).toMatchObject({ finish: { reason: 'tool-calls' }, providerModel, tries: 1 });
    expect(last.usage).toEqual({ input: 20, output: 9, cacheRead: 4, cacheWrite: 0, reasoning: expect.any(Number), estimated: false });
    expect(last.cost).toMatchObject({ inputNanoUsd: 20_000, outputNanoUsd: 18_000, totalNanoUsd: 38_000 });
  });

  it('is the same for any cut of its bytes', async () => {
    const bytes = answer(whole);
    const expected = (await ask(answerWith([bytes]), { kind })).answer;
    const random = new Random('cuts');
    for (let round = 0; round < 60; round += 1) {
      const cuts = Array.from({ length: random.between(0, 40) }, () => random.between(0, bytes.length)).toSorted((a, b) => a - b);
      const pieces = [...cuts, bytes.length].map((end, place) => bytes.subarray(cuts[place - 1] ?? 0, end));
      const { answer: cut } = await ask(answerWith(pieces), { kind });
      expect({ ...cut, firstTokenAt: 0 }).toEqual({ ...expected, firstTokenAt: 0 });
    }
    const single = [...bytes].map((byte) => Uint8Array.of(byte));
    expect((await ask(answerWith(single), { kind })).answer.parts).toEqual(expected.parts);
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['content-filter', 'content-filter'],
  ] as const)('that ends by %s says so', async (finish, reason) => {
    const { answer: last } = await ask(answerWith([answer({ text: ['x'], finish })]), { kind });
    expect(last.finish.reason).toBe(reason);
  });

  it('with calls beside the finish "stop" ends with calls', async () => {
    const said = { calls: [{ id: 'a', name: 'time', arguments: '{}' }], finish: 'stop' } as const;
    expect((await ask(answerWith([answer(said)]), { kind })).answer.finish.reason).toBe('tool-calls');
  });

  it.each([
    ['is missing', null],
    ['has more cached tokens than tokens', { input: 10, cached: 30, output: 5 }],
    ['is negative', { input: -10, output: 5 }],
    ['is text', { input: 'many', output: 'few' }],
    ['is a part of a token', { input: 10, output: 1.5 }],
    ['has no output for a text', { input: 10, output: 0, reasoning: 0 }],
  ])('whose usage %s is counted here, and says so', async (_, usage) => {
    const { answer: last, text } = await ask(answerWith([answer({ text: ['Some text of an answer'], usage })]), { kind });
    expect(text).toBe('Some text of an answer');
    expect(last.usage).toMatchObject({ output: 8, cacheRead: 0, estimated: true });
    expect(last.usage.input).toBeGreaterThan(5);
    expect(last.finish.reason).toBe('stop');
  });

  it('whose reasoning is counted apart from its output has both', async () => {
    const usage = { input: 10, output: 9, reasoning: 94 };
    const { answer: last } = await ask(answerWith([answer({ text: ['Some text of an answer'], usage })]), { kind });
    const isApart = kind === 'openai-compatible' || kind === 'openai';
    expect(last.usage).toMatchObject(isApart ? { output: 103, reasoning: 94, estimated: false } : {});
  });

  it('has ids of calls that are unique, whatever the provider sends, and that return to it', async () => {
    const calls = [undefined, '', 'same', 'same'].map((id) => ({ id, name: 'time', arguments: '{}' }));
    const http = answerWith([answer({ calls })]);
    const first = await ask(http, { kind });
    const ids = first.answer.parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{9}$/);
    const second = await ask(answerWith([answer({ calls })]), { kind }, { key: 'run/agent/2' });
    const others = second.answer.parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
    expect(new Set([...ids, ...others]).size).toBe(8);
    const results = ids.map((callId) => ({ callId, name: 'time', kind: 'json' as const, value: { now: 1 } }));
    await ask(http, { kind }, { messages: conversation(first, results) });
    const wire = JSON.stringify(sent(http, 1));
    for (const id of ids) expect(wire.split(`"${id}"`).length - 1).toBeGreaterThanOrEqual(2);
  });

  it('goes back with the metadata of the provider unchanged, and without it to another model', async () => {
    const http = answerWith([answer(whole)]);
    const first = await ask(http, { kind });
    const results = first.answer.parts.flatMap((part) =>
      part.type === 'tool-call' ? [{ callId: part.callId, name: part.name, kind: 'text' as const, value: 'fine' }] : [],
    );
    const stored = JSON.parse(JSON.stringify(conversation(first, results))) as ModelMessage[];
    await ask(http, { kind }, { messages: stored });
    const wire = JSON.stringify(sent(http, 1));
    expect(wire).toContain('It asks — for §1.');
    // Chat completions have no signatures.
    expect(wire.includes('"c2lnbmVkIQ=="')).toBe(kind !== 'openai-compatible');
    expect(wire).not.toContain('sluice');
    await ask(http, { kind }, { messages: stored, model: { ...aModel, model: 'model-2' } });
    const other = JSON.stringify(sent(http, 2));
    expect(other).not.toContain('c2lnbmVkIQ==');
    expect(other).not.toContain('It asks');
    expect(other).toContain('Grüße, 世界');
  });

  it('returns errors, refusals and broken arguments of tools in its form', async () => {
    const calls = [
      { type: 'tool-call' as const, callId: 'aaaaaaaaa', name: 'time', arguments: '{"broken' },
      { type: 'tool-call' as const, callId: 'bbbbbbbbb', name: 'weather', arguments: '{"city":"Bern"}' },
    ];
    const messages: ModelMessage[] = [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: [{ type: 'text', text: 'When?' }] },
      { role: 'assistant', content: calls },
      {
        role: 'tool',
        content: [
          { callId: 'aaaaaaaaa', name: 'time', kind: 'error', value: 'The arguments are no JSON' },
          { callId: 'bbbbbbbbb', name: 'weather', kind: 'denied', value: 'Not on Sundays' },
        ],
      },
    ];
    const http = answerWith([answer({ text: ['ok'] })]);
    await ask(http, { kind }, { messages });
    const wire = JSON.stringify(sent(http));
    for (const text of ['Be brief', 'When?', 'The arguments are no JSON', 'Not on Sundays', 'Bern']) expect(wire).toContain(text);
  });
});

/** The first question, the answer to it, and the results of its calls. */
function conversation({ answer }: Asked, results: Extract<ModelMessage, { role: 'tool' }>['content']): ModelMessage[] {
  return [...aRequest().messages, { role: 'assistant', content: answer.parts }, { role: 'tool', content: results }];
}

describe('the model of a compatible provider', () => {
  it('reads all events by one object for their schema, so that none is left for each event', async () => {
    const place = { kind: 'openai-compatible', baseUrl: 'https://models.example.com/v1', lacks: [] } as const;
    const { chunkSchema } = (await languageModel(place, 'm')) as unknown as { chunkSchema: () => unknown };
    expect(chunkSchema()).toBe(chunkSchema());
  });
});
