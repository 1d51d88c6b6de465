import { describe, expect, it } from '@jest/globals';
import { answered, corpusData, declined, failing } from '../../../test/fixtures/expressions/corpus.js';
import { compileExpression } from './expression.js';
import { ExpressionError } from './expression-values.js';

const evaluate = (code: string, data = corpusData) => compileExpression({ code, bindings: [] }).evaluate(data);

/** The language itself, as the judge of the corpus. */
const inJavaScript = (code: string): unknown =>
  // oxlint-disable-next-line typescript/no-implied-eval -- the corpus is ours
  new Function(...Object.keys(corpusData), `"use strict"; return (${code}\n)`)(...Object.values(corpusData));

const short = (code: string): [string, string] => [code.length > 60 ? `${code.slice(0, 60)}…` : code, code];

describe('the expression language', () => {
  it.each(answered)('answers %s', (code, result) => {
    expect(evaluate(code)).toStrictEqual({ value: result });
    expect(inJavaScript(code)).toStrictEqual(result);
  });

  it.each(failing)('fails where JavaScript fails: %s', (code) => {
    expect(() => evaluate(code)).toThrow(ExpressionError);
    expect(() => inJavaScript(code)).toThrow(TypeError);
  });

  it.each(declined.map(short))('leaves to the sandbox: %s', (_title, code) => {
    expect(evaluate(code)).toBeNull();
  });

  it('agrees with JavaScript on every operator and every pair of values', () => {
    const values = ['undefined', 'null', 'true', 'false', '0', '-0', '1', '-2.5', 'NaN', 'Infinity', '""', '"0"', '" 1 "', '"a"', '"B"'];
    const structures = ['[]', '[0]', '[1,2]', '[null]', '[[],[undefined]]', '({})', '({a:1})', 'list', 'record'];
    const all = [...values, ...structures];
    const operators = ['+', '-', '*', '/', '%', '**', '<', '>', '<=', '>=', '==', '!=', '===', '!==', '&&', '||', '??'];
    const codes = all.flatMap((left) => all.flatMap((right) => operators.map((operator) => `(${left}) ${operator} (${right})`)));
    const differing = codes.filter((code) => !Object.is(JSON.stringify(evaluate(code)), JSON.stringify({ value: inJavaScript(code) })));
    expect(differing).toEqual([]);
  });

  it('says what was missing', () => {
    expect(() => evaluate('record.inner.deep.x')).toThrow(`Cannot read properties of null (reading 'x')`);
  });

  it('evaluates one reading with different data', () => {
    const expression = compileExpression({ code: 'n > 5', bindings: [] });
    expect([expression.evaluate({ n: 6 }), expression.evaluate({ n: 5 })]).toEqual([{ value: true }, { value: false }]);
  });

  it('knows no function by a name that is bound', () => {
    const data = { Number: 'data', Array: 'data', NaN: 1 };
    expect([evaluate('Number("1")', data), evaluate('Array.isArray(1)', data), evaluate('NaN', data)]).toEqual([null, null, { value: 1 }]);
  });

  it('leaves searches that would take long to the clock of the sandbox', () => {
    const data = { text: 'a'.repeat(1_000_000), part: `${'a'.repeat(1_000)}b` };
    expect(evaluate('text.includes(part)', data)).toBeNull();
  });

  it('leaves the prototypes alone', () => {
    evaluate('({ a: 1 })');
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});
