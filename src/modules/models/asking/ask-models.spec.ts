import { describe, expect, it } from '@jest/globals';
import { DomainError, InfrastructureFault } from '#kernel/errors.js';
import { providerKinds } from '#kernel/models/model-provider.js';
import { OutboundFailure } from '#world/outbound/outbound-http.js';
import type { ModelPart } from '#blocks/ports/language-models.js';
import { ScriptedHttp, type ScriptedAnswer } from '../../../../test/support/engine/scripted-http.js';
import { aModel, aPlace, aRequest, asked, failureOf, modelsOver } from '../../../../test/support/models/asking.js';
import { answersOf, errorOf } from '../../../../test/support/models/vendor-answers.js';

const never = new AbortController().signal;
const streamed = { 'content-type': 'text/event-stream' };
const fineBody = answersOf['openai-compatible']({ text: ['Hello'] });
const fine: ScriptedAnswer = { headers: streamed, body: fineBody };
const begun = answersOf['openai-compatible']({ text: ['Hel', 'lo'], finish: 'none' });

function refusal(status: number, code: string, message = 'No.', headers: Readonly<Record<string, string>> = {}): ScriptedAnswer {
  return { status, headers, body: errorOf('openai-compatible', { message, code, status }) };
}

describe('the failure of a call of a model', () => {
  it.each([
    [400, 'invalid_request', 'unknown field', 'refused'],
    [400, 'context_length_exceeded', 'x', 'context-length'],
    [400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 'context-length'],
    [401, 'invalid_api_key', 'x', 'unauthorized'],
    [403, 'permission_error', 'x', 'unauthorized'],
    [404, 'model_not_found', 'x', 'refused'],
    [408, 'timeout', 'x', 'unavailable'],
    [409, 'conflict', 'x', 'unavailable'],
    [425, 'early', 'x', 'unavailable'],
    [429, 'rate_limit_exceeded', 'x', 'rate-limited'],
    [429, 'insufficient_quota', 'You exceeded your current quota, check your billing', 'rate-limited'],
    [500, 'server_error', 'x', 'unavailable'],
    [503, 'unavailable', 'x', 'overloaded'],
    [529, 'overloaded_error', 'x', 'overloaded'],
  ] as const)('with status %i and code %s (%s) is %s, in every dialect', async (status, code, message, kind) => {
    for (const dialect of providerKinds) {
      const http = new ScriptedHttp({ status, body: errorOf(dialect, { message, code, status }) });
      const failure = await failureOf(asked(modelsOver(http, { kind: dialect }).models.ask(aRequest(), never)));
      expect([dialect, failure.kind, failure.status, failure.partial]).toEqual([dialect, kind, status, null]);
      expect(failure.message).toMatch(new RegExp(`^Vendor, model model-1: it answered with status ${status}`));
    }
  });

  it('is none if the database is lost while the answer arrives, since the price is known before', async () => {
    const http = new ScriptedHttp(fine);
    const { models, directory } = modelsOver(http);
    const parts: ModelPart[] = [];
    for await (const part of models.ask(aRequest(), never)) {
      directory.isLost = true;
      parts.push(part);
    }
    expect(parts.at(-1)).toMatchObject({ type: 'answered', answer: { cost: { pricedAs: 'vendor/model-1' } } });
    expect(http.requests).toHaveLength(1);
  });

  it('names provider, model, status, code, what the provider says and a remedy', async () => {
    const http = new ScriptedHttp(refusal(404, 'model_not_found', 'The model does not exist'));
    const { message } = await failureOf(asked(modelsOver(http).models.ask(aRequest(), never)));
    expect(message).toBe(
      'Vendor, model model-1: it answered with status 404, model_not_found, invalid_request_error: "The model does not exist". ' +
        'Check the name of the model and the address of the provider',
    );
  });

  it.each([
    ['the key', 'Incorrect key sk-the-secret-key-0123456789 given'],
    ['a part of the key', 'Incorrect API key provided: sk-the-s*****6789'],
    ['a key of a block', 'own-key-of-the-block is wrong'],
    ['a header', 'header-secret-value is wrong'],
    ['an address with a password', 'see https://user:pass@models.example/x?key=1'],
    ['the prompt', 'I cannot answer "Hello, who are you?" today'],
    ['a long token', `token ${'aB3'.repeat(30)}`],
  ])('does not show %s that the provider repeats', async (_, said) => {
    const http = new ScriptedHttp(refusal(400, 'bad', said));
    const { models } = modelsOver(http, { headers: { 'x-secret': 'header-secret-value' } });
    const failure = await failureOf(asked(models.ask(aRequest({ apiKey: 'own-key-of-the-block' }), never)));
    const shown = [failure.message, failure.stack, JSON.stringify(failure), String(failure.cause)].join(' ');
    expect(shown).not.toMatch(/the-secret|sk-the|own-key|header-secret|user:pass|who are you|aB3aB3/);
    expect(failure.message).toContain('status 400, bad');
  });

  it('shows at most 500 characters of what the provider says', async () => {
    const http = new ScriptedHttp(refusal(400, 'bad', 'ab '.repeat(1_000)));
    const { message } = await failureOf(asked(modelsOver(http).models.ask(aRequest(), never)));
    expect(message.length).toBeLessThan(700);
  });

  it.each([
    ['text/html', '<html><body>Sign in</body></html>'],
    ['application/json', '{"choices":[]}'],
    ['text/event-stream', 'data: {not json\n\n'],
  ])('says that an answer of type %s cannot be read: %s', async (type, body) => {
    for (const kind of providerKinds) {
      const http = new ScriptedHttp({ headers: { 'content-type': type }, body });
      const failure = await failureOf(asked(modelsOver(http, { kind }).models.ask(aRequest(), never)));
      expect([kind, failure.kind, failure.tries]).toEqual([kind, 'unreadable', 1]);
    }
  });

  it.each([
    [new OutboundFailure('blocked', 'Destination not allowed'), 'blocked-address'],
    [new OutboundFailure('redirects', 'The response redirects'), 'blocked-address'],
    [new OutboundFailure('too-large', 'The response is too large'), 'too-large'],
    [new OutboundFailure('timeout', 'No answer within 5 ms'), 'idle'],
    [new OutboundFailure('invalid', 'The request header is not valid'), 'refused'],
  ])('of the connection has a kind of its cause: %s', async (error, kind) => {
    const http = new ScriptedHttp(error);
    const failure = await failureOf(asked(modelsOver(http).models.ask(aRequest(), never)));
    expect(failure).toMatchObject({ kind, partial: null, tries: 1 });
    expect(failure.message).toContain(`Vendor, model model-1: ${error.message}`);
  });

  it('of an answer that had begun has its text and an estimate of its usage, and is not retried', async () => {
    for (const [cut, kind] of [
      [new OutboundFailure('network', 'The request failed (ECONNRESET)'), 'cut'],
      [new OutboundFailure('timeout', 'The answer stopped'), 'idle'],
      [new OutboundFailure('too-large', 'The response is too large'), 'too-large'],
    ] as const) {
      const http = new ScriptedHttp({ headers: streamed, body: [begun, cut] });
      const failure = await failureOf(asked(modelsOver(http).models.ask(aRequest(), never)));
      expect([failure.kind, failure.tries, http.requests.length]).toEqual([kind, 1, 1]);
      expect(failure.partial).toMatchObject({
        parts: [{ type: 'text', text: 'Hello' }],
        finish: { reason: 'error' },
        usage: { output: 2, estimated: true },
        cost: { outputNanoUsd: 4_000 },
      });
    }
  });

  it.each(providerKinds)('is a cut if an answer of %s ends without an end', async (kind) => {
    const http = new ScriptedHttp({ headers: streamed, body: answersOf[kind]({ text: ['Hel', 'lo'], finish: 'none' }) });
    const failure = await failureOf(asked(modelsOver(http, { kind }).models.ask(aRequest(), never)));
    expect(failure).toMatchObject({ kind: 'cut', tries: 1, partial: { parts: [{ type: 'text', text: 'Hello' }] } });
  });

  it.each([
    ['openai-compatible', `${begun}data: {"error":{"message":"too busy","type":"overloaded_error"}}\n\n`],
    ['google', `data: {"error":{"code":503,"message":"too busy","status":"UNAVAILABLE"}}\n\n`],
    [
      'openai',
      `event: error\ndata: {"type":"error","sequence_number":0,"error":{"type":"overloaded","code":"overloaded","message":"too busy","param":null}}\n\n`,
    ],
    ['anthropic', `event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"too busy"}}\n\n`],
  ] as const)('is the error inside an answer of %s', async (kind, body) => {
    const http = new ScriptedHttp({ headers: streamed, body });
    const failure = await failureOf(asked(modelsOver(http, { kind }).models.ask(aRequest(), never)));
    expect(failure.kind).toBe('overloaded');
    expect(failure.message).toContain('"too busy"');
  });

  it('of a call that Gemini cannot read is charged as reported, not repeated, and not counted against the provider', async () => {
    const event = {
      candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }],
      usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 30 },
    };
    const http = new ScriptedHttp({ headers: streamed, body: `data: ${JSON.stringify(event)}\n\n` });
    const { models, health } = modelsOver(http, { kind: 'google' });
    const failure = await failureOf(asked(models.ask(aRequest(), never)));
    expect(failure).toMatchObject({ kind: 'unreadable', tries: 1, message: expect.stringContaining('"MALFORMED_FUNCTION_CALL"') });
    expect(failure.partial).toMatchObject({
      parts: [],
      usage: { input: 900, output: 30, estimated: false },
      cost: { totalNanoUsd: 960_000 },
    });
    expect(http.requests).toHaveLength(1);
    expect(health.of(aPlace)).toMatchObject({ state: 'closed', failures: 0 });
  });

  it.each([
    ['before its output', ''],
    ['after a part of its output', answersOf.openai({ text: ['Hello'], finish: 'none' })],
  ])('of a response of OpenAI that fails %s has the reason', async (_, before) => {
    const error = { code: 'invalid_prompt', message: 'The prompt was flagged' };
    const failed = { type: 'response.failed', sequence_number: 9, response: { id: 'resp_1', error } };
    const http = new ScriptedHttp({ headers: streamed, body: `${before}data: ${JSON.stringify(failed)}\n\n` });
    const failure = await failureOf(asked(modelsOver(http, { kind: 'openai' }).models.ask(aRequest(), never)));
    expect(failure).toMatchObject({ kind: 'refused', tries: 1 });
    expect(failure.message).toContain('invalid_prompt');
    expect(failure.message).toContain('"The prompt was flagged"');
  });

  it('of a provider that is gone or has no key says so, and asks for nothing', async () => {
    const http = new ScriptedHttp(fine);
    const { models } = modelsOver(http, new DomainError('invalid', 'X', 'the provider was removed'));
    const failure = await failureOf(asked(models.ask(aRequest(), never)));
    expect(failure).toMatchObject({ kind: 'refused', tries: 0, message: 'Vendor, model model-1: the provider was removed' });
    expect(http.requests).toHaveLength(0);
  });

  it.each(['a\nb', 'a?b=c', '../../admin', 'x'.repeat(300), ''])('refuses the name %j of a model', async (model) => {
    const http = new ScriptedHttp(fine);
    const failure = await failureOf(asked(modelsOver(http).models.ask(aRequest({ model: { ...aModel, model } }), never)));
    expect([failure.kind, http.requests.length]).toEqual(['refused', 0]);
  });

  it.each(['gemini%2D2.5-pro', './models/gemini-2.5-pro', 'models//gemini-2.5-pro', '%2e%2e/files'])(
    'refuses the name %s, which the address of Gemini would turn into another one',
    async (model) => {
      const http = new ScriptedHttp(fine);
      const { models } = modelsOver(http, { kind: 'google' });
      const failure = await failureOf(asked(models.ask(aRequest({ model: { ...aModel, model } }), never)));
      expect([failure.kind, http.requests.length]).toEqual(['refused', 0]);
    },
  );

  it('of this server is no failure of the model', async () => {
    const http = new ScriptedHttp(new InfrastructureFault('closed'));
    await expect(asked(modelsOver(http).models.ask(aRequest(), never))).rejects.toThrow(InfrastructureFault);
  });
});

describe('retries of a call', () => {
  it.each([408, 409, 425, 429, 500, 502, 503, 529])('follow status %i, twice at most, with the same key', async (status) => {
    const http = new ScriptedHttp(refusal(status, 'busy'), refusal(status, 'busy'), fine);
    const { models, waits } = modelsOver(http);
    const { answer, text } = await asked(models.ask(aRequest(), never));
    expect([text, answer.tries, http.requests.length]).toEqual(['Hello', 3, 3]);
    expect(new Set(http.requests.map(({ headers }) => headers?.['idempotency-key']))).toEqual(new Set(['run/agent/1']));
    const [first = 0, second = 0] = waits;
    expect(first).toBeGreaterThanOrEqual(250);
    expect(first).toBeLessThanOrEqual(750);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(second).toBeLessThanOrEqual(1_500);
    const always = new ScriptedHttp(refusal(status, 'busy'));
    expect(await failureOf(asked(modelsOver(always).models.ask(aRequest(), never)))).toMatchObject({ tries: 3, status });
    expect(always.requests).toHaveLength(3);
  });

  it.each([
    ['a broken connection', new OutboundFailure('network', 'The request failed (ECONNRESET)')],
    ['a connection that does not come about', new OutboundFailure('timeout', 'No connection within 10000 ms')],
    ['an answer that breaks before its first token', { headers: streamed, body: [new OutboundFailure('network', 'x')] }],
    ['an error inside an answer that has not begun', { headers: streamed, body: 'data: {"error":{"message":"x","code":503}}\n\n' }],
    ['an answer that ends before it begins', { headers: streamed, body: '' }],
  ])('follow %s', async (_, problem) => {
    const http = new ScriptedHttp(problem, fine);
    expect((await asked(modelsOver(http).models.ask(aRequest(), never))).answer.tries).toBe(2);
  });

  it.each([400, 401, 403, 404, 413, 422])('do not follow status %i', async (status) => {
    const http = new ScriptedHttp(refusal(status, 'wrong'), fine);
    expect((await failureOf(asked(modelsOver(http).models.ask(aRequest(), never)))).tries).toBe(1);
  });

  it('do not follow a used quota', async () => {
    const http = new ScriptedHttp(refusal(429, 'insufficient_quota'), fine);
    const failure = await failureOf(asked(modelsOver(http).models.ask(aRequest(), never)));
    expect([failure.tries, failure.message]).toEqual([1, expect.stringContaining('Check the balance')]);
  });

  it('wait as long as the provider asks, and not at all if that is too long', async () => {
    for (const [headers, waited] of [
      [{ 'retry-after': '7' }, [7_000]],
      [{ 'retry-after-ms': '1500', 'retry-after': '7' }, [1_500]],
      [{ 'retry-after': '0' }, [0]],
      [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, [0]],
      [{ 'retry-after': '31' }, []],
    ] as const) {
      const http = new ScriptedHttp(refusal(429, 'busy', 'x', headers), fine);
      const { models, waits } = modelsOver(http);
      await asked(models.ask(aRequest(), never)).catch(() => undefined);
      expect([headers, waits]).toEqual([headers, waited]);
    }
  });

  it('of different calls wait for different times', async () => {
    const waitsOf = async (key: string): Promise<readonly number[]> => {
      const { models, waits } = modelsOver(new ScriptedHttp(refusal(500, 'x'), fine));
      await asked(models.ask(aRequest({ key }), never));
      return waits;
    };
    const waits = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(waitsOf));
    expect(new Set(waits.flat()).size).toBeGreaterThan(3);
    expect(await waitsOf('a')).toEqual(waits[0]);
  });
});

describe('the circuit breaker of a provider', () => {
  it('opens after five failures in a row, and refuses without asking', async () => {
    const http = new ScriptedHttp(refusal(500, 'x'));
    const { models, health } = modelsOver(http);
    await failureOf(asked(models.ask(aRequest(), never)));
    await failureOf(asked(models.ask(aRequest(), never)));
    const asks = http.requests.length;
    const failure = await failureOf(asked(models.ask(aRequest(), never)));
    expect(failure).toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(
        /the provider is not asked before .+ its last \d calls failed, whichever .+ a fallback model of another provider/u,
      ),
    });
    expect(http.requests).toHaveLength(asks);
    expect(health.of(aPlace).state).toBe('open');
  });

  it('closes with an answer, and is not opened by what this server refuses', async () => {
    const http = new ScriptedHttp(refusal(500, 'x'), refusal(500, 'x'), fine);
    const { models, health } = modelsOver(http);
    await asked(models.ask(aRequest(), never));
    expect(health.of(aPlace)).toMatchObject({ state: 'closed', failures: 0 });
    for (let round = 0; round < 6; round += 1) {
      await failureOf(asked(models.ask(aRequest({ model: { ...aModel, model: '..' } }), never)));
    }
    expect(health.of(aPlace).failures).toBe(0);
  });
});

describe('a call that is ended', () => {
  it.each([
    ['before the headers', [] as const],
    ['before the first token', [': waiting\n\n'] as const],
    ['in the middle', [begun] as const],
  ])('%s throws the reason of the signal and closes the connection', async (_, before) => {
    const reached = Promise.withResolvers<void>();
    const hold = new Promise<never>(() => undefined);
    const http = new ScriptedHttp({ headers: streamed, body: [...before, hold] });
    const original = http.stream.bind(http);
    http.stream = async (request) => {
      reached.resolve();
      return original(request);
    };
    const abort = new AbortController();
    const parts = modelsOver(http).models.ask(aRequest(), abort.signal)[Symbol.asyncIterator]();
    let outcome = parts.next();
    await reached.promise;
    if (before[0] === begun) {
      await outcome;
      await parts.next();
      outcome = parts.next();
    }
    const reason = new Error('The run was cancelled');
    abort.abort(reason);
    await expect(outcome).rejects.toBe(reason);
    expect(http.requests).toHaveLength(1);
    expect(http.requests[0]?.signal?.aborted).toBe(true);
  });

  it('asks nothing if it was ended before', async () => {
    const http = new ScriptedHttp(fine);
    const reason = new Error('The run was cancelled');
    await expect(asked(modelsOver(http).models.ask(aRequest(), AbortSignal.abort(reason)))).rejects.toBe(reason);
    expect(http.requests).toHaveLength(0);
  });

  it('by a reader who leaves closes the connection and frees its place', async () => {
    const http = new ScriptedHttp({ headers: streamed, body: [begun, new Promise(() => undefined)] }, fine);
    const { models } = modelsOver(http, { concurrency: 1 });
    for await (const part of models.ask(aRequest(), never)) if (part.type === 'text') break;
    expect(http.requests[0]?.signal?.aborted).toBe(true);
    expect((await asked(models.ask(aRequest(), never))).text).toBe('Hello');
  });

  it('says when it is with the provider, and when it waits for a retry', async () => {
    const http = new ScriptedHttp(refusal(500, 'x'), fine);
    const said: unknown[] = [];
    const stream = http.stream.bind(http);
    http.stream = (request) => {
      said.push('asked');
      return stream(request);
    };
    await asked(modelsOver(http).models.ask(aRequest({ onSent: (isSent) => said.push(isSent) }), never));
    expect(said).toEqual([true, 'asked', false, true, 'asked']);
  });

  it('during the wait for a retry is not sent again', async () => {
    const abort = new AbortController();
    const http = new ScriptedHttp(refusal(500, 'x'));
    const { models, waits } = modelsOver(http);
    const outcome = asked(models.ask(aRequest(), abort.signal));
    abort.abort(new Error('late'));
    await expect(outcome).rejects.toThrow('late');
    expect(waits.length).toBeLessThanOrEqual(1);
  });
});

describe('calls of one provider', () => {
  it('are at most as many as it takes at the same time, and the others follow in order', async () => {
    const held = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
    const answers = held.map(({ promise }) => ({ headers: streamed, body: [promise, fineBody] }));
    const http = new ScriptedHttp(...answers);
    const { models } = modelsOver(http, { concurrency: 2 });
    const order: string[] = [];
    const keys = ['0', '1', '2', '3', '4', '5'];
    const all = keys.map((key) => asked(models.ask(aRequest({ key }), never)).then(() => order.push(key)));
    for (const [place, { resolve }] of held.entries()) {
      while (http.requests.length <= place) await new Promise((resume) => setImmediate(resume));
      expect(http.requests.length).toBeLessThanOrEqual(place + 2);
      resolve();
      await all[place];
    }
    await Promise.all(all);
    expect(order).toEqual(keys);
    expect(http.requests.map(({ headers }) => headers?.['idempotency-key'])).toEqual(keys);
  });
});

describe('calls of two providers at one origin', () => {
  it('do not wait for each other', async () => {
    const http = new ScriptedHttp({ headers: streamed, body: [new Promise(() => undefined)] }, fine);
    const { models, directory } = modelsOver(http, { concurrency: 1 });
    const abort = new AbortController();
    const held = asked(models.ask(aRequest(), abort.signal));
    while (http.requests.length === 0) await new Promise((resume) => setImmediate(resume));
    directory.place = { ...aPlace, provider: 'workspace/own' };
    expect((await asked(models.ask(aRequest(), never))).text).toBe('Hello');
    abort.abort(new Error('over'));
    await expect(held).rejects.toThrow('over');
  });
});

describe('the parts of an answer', () => {
  it('arrive one by one while the provider writes', async () => {
    const gates = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
    const [first = '', second = '', ...rest] = answersOf['openai-compatible']({ text: ['a', 'b'] })
      .split(/(?<=\n\n)/)
      .slice(1);
    const http = new ScriptedHttp({ headers: streamed, body: [first, gates[0]?.promise ?? '', second, gates[1]?.promise ?? '', ...rest] });
    const parts = modelsOver(http).models.ask(aRequest(), never)[Symbol.asyncIterator]();
    const seen: ModelPart[] = [];
    for (const gate of [undefined, ...gates]) {
      gate?.resolve();
      const { value } = (await parts.next()) as { value: ModelPart };
      seen.push(value);
    }
    expect(seen).toMatchObject([{ text: 'a' }, { text: 'b' }, { type: 'answered' }]);
  });
});
