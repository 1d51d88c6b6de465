import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { guardrailsBlock } from './guardrails.block.js';

const run = async (fields: JsonObject, input: JsonObject = {}) => runBlock('guardrails', { input: '<start.text>', ...fields }, { input });

describe('a check for JSON', () => {
  const schema = { type: 'object', required: ['total'] };

  it('passes JSON, and says what is none', async () => {
    expect((await run({ validationType: 'json' }, { text: '{"a": 1}' })).output).toEqual({
      input: '{"a": 1}',
      validationType: 'json',
      passed: true,
    });
    expect((await run({}, { text: 'a: 1' })).output).toEqual({
      input: 'a: 1',
      validationType: 'json',
      passed: false,
      error: 'The input is not JSON',
    });
  });

  it.each([[schema], [JSON.stringify(schema)]])('may have a schema', async (written) => {
    expect((await run({ schema: written }, { text: '{"total": 1}' })).output).toMatchObject({ passed: true });
    expect((await run({ schema: written }, { text: '{}' })).output).toMatchObject({
      passed: false,
      error: "The input does not fit the schema: must have required property 'total'",
    });
  });

  it('that cannot be made fails the block', async () => {
    expect((await run({ schema: '{"type": ' }, { text: '{}' })).error).toBe('schema is no JSON from line 1, column 10 on');
  });

  it('that cannot tell whether the input fits fails the block', async () => {
    const branch = (name: string): JsonObject => ({ properties: { next: { $ref: '#' } }, required: [name] });
    const text = `${'{"one": 1, "two": 2, "next": '.repeat(60)}{}${'}'.repeat(60)}`;
    const { error } = await run({ schema: { anyOf: [branch('one'), branch('two'), { type: 'object', required: ['end'] }] } }, { text });
    expect(error).toBe('input is too large or too deep for its schema to be checked');
  });
});

describe('a check by a pattern', () => {
  const check = (regex: string, text: string) => run({ validationType: 'regex', regex }, { text });

  it('passes a text that contains it', async () => {
    expect((await check('^[A-Z]{2}-\\d+$', 'AB-12')).output).toMatchObject({ passed: true, validationType: 'regex' });
    expect((await check('^[A-Z]{2}-\\d+$', 'ab-12')).output).toMatchObject({
      passed: false,
      error: 'The input does not match the pattern',
    });
  });

  it('takes linear time for patterns that would backtrack', async () => {
    expect((await check('^(a+)+$', `${'a'.repeat(200_000)}!`)).output).toMatchObject({ passed: false });
  });

  it.each(['(?=a)b', '(a)\\1', '('])('that cannot be made fails the block: %s', async (regex) => {
    expect((await check(regex, 'ab')).error).toMatch(/^regex is no pattern without look-around and back references/);
  });
});

describe('a guardrail that is deployed', () => {
  it.each<[JsonObject, string]>([
    [{ input: 'x', validationType: 'pii' }, 'validationType "pii" cannot be checked by this server yet; it can check json and regex'],
    [
      { input: 'x', validationType: 'hallucination' },
      'validationType "hallucination" cannot be checked by this server yet; it can check json and regex',
    ],
    [{ input: 'x', validationType: 'length' }, 'validationType must be one of json, regex, hallucination, pii'],
    [{ input: 'x', validationType: 'regex' }, 'regex must have a pattern'],
    [{ input: 'x', validationType: 'regex', regex: '(?!a)' }, 'regex is no pattern without look-around and back references'],
    [{ input: 'x', schema: '[' }, 'schema is no JSON from line 1, column 2 on'],
  ])('has a problem with %j', (fields, what) => {
    expect(guardrailsBlock.check(aBlock('b', 'guardrails', fields)).map(({ message }) => message)).toEqual([
      expect.stringContaining(`Block "b": ${what}`),
    ]);
  });

  it('may have a pattern from a reference', () => {
    expect(guardrailsBlock.check(aBlock('b', 'guardrails', { input: 'x', validationType: 'regex', regex: '<start.pattern>' }))).toEqual([]);
  });

  it('of a check that this server lacks fails in a run, too', async () => {
    expect((await run({ validationType: 'pii' }, { text: 'x' })).error).toContain('cannot be checked by this server yet');
  });
});
