import { describe, expect, it } from '@jest/globals';
import { answered, corpusData, declined, failing } from '../../../test/fixtures/expressions/corpus.js';
import { compileExpression } from './expression.js';
import { ExpressionError, Fuel } from './expression-values.js';

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

  it.each([
    ['a list of many copies of a long text', `[${'text.toLowerCase(), '.repeat(2_500)}1].length === 2501`],
    ['a list that is compared with a text', '[text, text, text] == "a"'],
    ['a list as a number', 'Number(list) > 0'],
    ['many searches in a long text', Array.from({ length: 3_000 }, () => 'text.includes("b")').join(' || ')],
    ['many comparisons of long texts', Array.from({ length: 3_000 }, () => 'text === twin').join(' && ')],
    ['texts that are joined again and again', '`${text}${text}${text}${text}`.length'],
    ['sums of texts', Array.from({ length: 100 }, () => 'text').join(' + ')],
    ['a long text in lower case', 'text.toLowerCase().trim() === "a"'],
    ['a property with a long name', 'record[text] + record[text]'],
  ])('leaves to the sandbox: %s', (_title, code) => {
    const text = 'ä'.repeat(200_000);
    const data = { text, twin: `${'ä'.repeat(199_999)}b`.replace('b', 'ä'), list: Array.from({ length: 300_000 }, () => 1), record: {} };
    expect(evaluate(code, { ...data, record: { [text]: 1 } })).toBeNull();
  });

  it('answers ordinary questions about texts of 10,000 characters', () => {
    const text = `${'a'.repeat(10_000)}b`;
    const code = 'text.toLowerCase().includes("b") && text.length > 5 && text.trim() !== "" && text.startsWith("a")';
    expect(evaluate(code, { text })).toEqual({ value: true });
  });

  it('shares what may be done among the evaluations that are given one budget', () => {
    const expression = compileExpression({ code: 'text.toLowerCase() === "a"', bindings: [] });
    const [data, fuel] = [{ text: 'a'.repeat(1_000) }, new Fuel(1_500)];
    expect([expression.evaluate(data, fuel), expression.evaluate(data, fuel)]).toEqual([{ value: false }, null]);
  });

  it('leaves the prototypes alone', () => {
    evaluate('({ a: 1 })');
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });
});
