import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { JsonChange } from './json-change.js';

const hide = (): { change: JsonChange; texts: () => number } => {
  let texts = 0;
  const text = (value: string): string => {
    texts += 1;
    return value.replaceAll('secret', '***');
  };
  const member = (key: string): Json | undefined => (key === 'token' ? null : undefined);
  return { change: new JsonChange({ text, member }), texts: () => texts };
};

const rows = (count: number, last: Json): Json => [...Array.from({ length: count }, (_, n) => ({ n, of: ['x', null] })), last];
const values: readonly (readonly [name: string, value: Json])[] = [
  ['nothing to change', { a: rows(20_000, 'end') }],
  ['a text far inside', { a: { b: rows(20_000, { c: ['a secret'] }) } }],
  ['a member of a wide object', Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [n === 19_999 ? 'token' : `k${n}`, 'x']))],
  ['large members of lists', [rows(10_000, 'secret'), 1, rows(10_000, 2), 'x'.repeat(100_000)]],
  ['a small value', { a: 'secret' }],
];

function inSteps(change: JsonChange, value: Json): { result: Json; steps: number } {
  const steps = change.steps(value);
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return { result: step.value, steps: count };
  }
}

describe('a value that is changed in steps', () => {
  it.each(values)('is what it is when it is changed at once: %s', (_, value) => {
    const atOnce = hide().change.of(value);
    const { change } = hide();
    expect(inSteps(change, value).result).toEqual(atOnce);
    expect(change.of(value)).toEqual(atOnce);
    expect(inSteps(change, value).result === value).toBe(atOnce === value);
  });

  it('is not gone through again, also as a part of another value', () => {
    const { change, texts } = hide();
    const list = values[3]?.[1] ?? null;
    const { result, steps } = inSteps(change, list);
    expect(steps).toBeGreaterThan(5);
    const before = texts();
    expect(change.of(list)).toBe(result);
    expect(change.of({ output: { result: list } })).toEqual({ output: { result } });
    expect(texts()).toBe(before);
  });
});
