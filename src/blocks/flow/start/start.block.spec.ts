import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { blockAlone } from '../../../../test/support/engine/block-alone.js';
import { aBlock, aDocument } from '../../../../test/support/engine/documents.js';
import { runDocument } from '../../../../test/support/engine/run-document.js';
import type { RunMetadata } from './run-metadata.js';
import { startBlocks } from './start.block.js';

const inputFormat = [
  { id: '1', name: 'amount', type: 'number', value: '10' },
  { id: '2', name: ' customer ', type: 'string', value: '' },
  { id: '3', name: 'tags', type: 'array' },
  { id: '4', name: '', type: 'string', value: 'nameless' },
];

/** Output of a start of this type, or the error that it failed with. */
async function begin(type: string, input: Json, fields: Readonly<Record<string, Json>> = {}): Promise<unknown> {
  const start = aBlock('s', type, fields, { name: 'Start' });
  const trigger = type === 'chat_trigger' ? 'chat' : type === 'manual_trigger' ? 'manual' : 'api';
  const { outcome } = await runDocument(aDocument([start]), { input, trigger });
  return outcome.kind === 'failed' ? outcome.error : outcome.output;
}

describe('the unified start', () => {
  const unified = (input: Json, fields: Readonly<Record<string, Json>> = { inputFormat }) => begin('start_trigger', input, fields);

  it('gives declared fields their types and keeps the rest', async () => {
    expect(await unified({ amount: '500', tags: '["a"]', customer: 7, extra: '1' })).toEqual({
      amount: 500,
      tags: ['a'],
      customer: '7',
      extra: '1',
    });
  });

  it('falls back to declared defaults where nothing or null was sent', async () => {
    expect(await unified({})).toEqual({ amount: 10 });
    expect(await unified({ amount: null, customer: null })).toEqual({ amount: 10, customer: null });
    expect(await unified({ amount: 0, customer: '' })).toEqual({ amount: 0, customer: '' });
  });

  it('keeps what it cannot turn into the declared type', async () => {
    expect(await unified({ amount: 'much', tags: 'a' })).toEqual({ amount: 'much', tags: 'a' });
  });

  it('looks into an inner input first', async () => {
    expect(await unified({ input: { amount: '1' }, amount: '2', extra: 3 })).toEqual({ amount: 1, input: { amount: '1' }, extra: 3 });
  });

  it.each<[Json, Json]>([
    ['hello', { input: 'hello' }],
    [[1], { input: [1] }],
    [null, {}],
    [
      { input: 'hi', conversationId: 'c', files: [] },
      { input: 'hi', conversationId: 'c', files: [] },
    ],
  ])('takes %j', async (input, output) => {
    expect(await unified(input, {})).toEqual(output);
  });

  it('keeps odd keys as plain data', async () => {
    const output = await unified(JSON.parse('{"__proto__":{"x":1},"constructor":2}') as Json);
    expect(Object.entries(output as object)).toEqual([
      ['amount', 10],
      ['__proto__', { x: 1 }],
      ['constructor', 2],
    ]);
  });

  it('reads a format that is kept as text', async () => {
    expect(await unified({}, { inputFormat: JSON.stringify(inputFormat) })).toEqual({ amount: 10 });
    expect(await unified({ a: 1 }, { inputFormat: 'nonsense' })).toEqual({ a: 1 });
  });
});

describe('the single-purpose starts', () => {
  it.each(['api_trigger', 'input_trigger', 'starter'])('%s has the fields flat and under input', async (type) => {
    expect(await begin(type, { amount: '5', other: 1 }, { inputFormat })).toEqual({ amount: 5, input: { amount: 5 } });
    expect(await begin(type, { a: 1 })).toEqual({ a: 1, input: { a: 1 } });
    expect(await begin(type, { input: { a: 1 }, files: [2] })).toEqual({ a: 1, input: { a: 1 }, files: [2] });
    expect(await begin(type, 'text')).toEqual({ input: 'text' });
  });

  it('the legacy starter passes the conversation on, and may be a chat', async () => {
    expect(await begin('starter', { a: 1, conversationId: 'c' })).toMatchObject({ a: 1, conversationId: 'c' });
    expect(await begin('starter', { input: 'hi', other: 1 }, { startWorkflow: 'chat' })).toEqual({ input: 'hi' });
  });

  it('the manual one has the fields and what was sent', async () => {
    expect(await begin('manual_trigger', { amount: '5' }, { inputFormat })).toEqual({ amount: 5, input: { amount: '5' } });
    expect(await begin('manual_trigger', { a: 1 })).toEqual({ a: 1, input: { a: 1 } });
  });

  it('the chat one has the message, the conversation and files', async () => {
    expect(await begin('chat_trigger', { input: 'hi', conversationId: 'c', files: [1], error: 'x' })).toEqual({
      input: 'hi',
      conversationId: 'c',
      files: [1],
    });
    expect(await begin('chat_trigger', {})).toEqual({ input: '' });
  });
});

describe('a field with the name of an earlier one', () => {
  it('is doubtful', () => {
    const format = [{ name: 'amount' }, { name: '' }, { name: ' amount' }, { name: '' }];
    const start = startBlocks.find(({ type }) => type === 'start_trigger');
    const adviceOn = (inputFormat: Json): unknown => start?.advise?.(aBlock('s', 'start_trigger', { inputFormat }));
    expect(adviceOn(format)).toMatchObject([{ field: 'inputFormat.2.name', code: 'repeated_name' }]);
    expect(adviceOn(JSON.stringify(format))).toHaveLength(1);
    expect(adviceOn(null)).toEqual([]);
  });
});

describe('reserved names', () => {
  it.each(['error', 'selectedOption', 'selectedRoute', '_pauseMetadata'])('are refused in what is sent: %s', async (name) => {
    expect(await begin('start_trigger', { [name]: 1 })).toBe(`Start: The input uses reserved names: ${name}`);
    expect(await begin('api_trigger', { input: { [name]: 1 } })).toContain(name);
  });

  it('are refused when they are declared, before any run', () => {
    const check = (type: string, fields = {}) =>
      startBlocks
        .find((each) => each.type === type)
        ?.check(aBlock('s', type, { inputFormat: [{ name: ' error ', type: 'string' }, ...inputFormat], ...fields }));
    expect(check('start_trigger')).toEqual([
      {
        blockId: 's',
        field: 'inputFormat',
        code: 'reserved_name',
        message: 'Block "s": inputFormat declares "error", a name that is reserved',
      },
    ]);
    expect(check('chat_trigger')).toEqual([]);
    expect(check('starter', { startWorkflow: 'chat' })).toEqual([]);
  });
});

describe('what a run says about itself', () => {
  const run: RunMetadata = {
    userEmail: 'ada@example.com',
    workspaceId: 'ws',
    workflowId: 'w',
    executionId: 'e',
    executionType: 'api',
    executionMode: 'sync',
    startTime: '2026-01-05T10:00:00.000Z',
  };
  const start = (type: string) => startBlocks.find((each) => each.type === type) as (typeof startBlocks)[number];
  const output = (type: string, fields: Readonly<Record<string, Json>>, input: Json = {}) =>
    blockAlone(start(type), fields, { input, metadata: () => Promise.resolve(run) }).run();

  it.each<[Json]>([[true], ['true']])('is an output of the unified start that asks for it: %j', async (runMetadata) => {
    expect(await output('start_trigger', { runMetadata }, { a: 1 })).toEqual({ output: { a: 1, metadata: run } });
  });

  it.each<[string, Readonly<Record<string, Json>>]>([
    ['start_trigger', {}],
    ['start_trigger', { runMetadata: 'false' }],
    ['api_trigger', { runMetadata: true }],
  ])('stays out of the outputs of %s with %j', async (type, fields) => {
    expect(await output(type, fields, { metadata: 'mine' })).toMatchObject({ output: { metadata: 'mine' } });
  });

  it('cannot be sent by a caller', async () => {
    await expect(output('start_trigger', { runMetadata: true }, { metadata: {} })).rejects.toThrow('reserved names: metadata');
  });

  it('cannot be declared as a field', () => {
    const fields = { inputFormat: [{ name: 'metadata', type: 'object' }] };
    expect(start('start_trigger').check(aBlock('s', 'start_trigger', fields))).toEqual([]);
    const problems = start('start_trigger').check(aBlock('s', 'start_trigger', { ...fields, runMetadata: true }));
    expect(problems).toMatchObject([{ field: 'inputFormat', code: 'reserved_name' }]);
  });
});
