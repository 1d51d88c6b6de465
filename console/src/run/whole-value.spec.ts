import { expect, it } from '@jest/globals';
import type { LoadPart } from '../parts/show/left-out-value.js';
import { wholeValue } from './whole-value.js';

const leftOut = (bytes: number) => ({ isLeftOut: true, bytes, preview: '' });

it('loads what an event leaves out, part by part and to the innermost', async () => {
  const parts = new Map<string, Awaited<ReturnType<LoadPart>>>([
    ['text 0', { kind: 'text', part: 'ab', offset: 0, nextOffset: 2 }],
    ['text 2', { kind: 'text', part: 'c', offset: 2, nextOffset: null }],
    ['rows 0', { kind: 'list', part: [1], offset: 0, nextOffset: 1 }],
    ['rows 1', { kind: 'list', part: [leftOut(9)], offset: 1, nextOffset: null }],
    ['rows[1] 0', { kind: 'object', part: { 'a.b': leftOut(5) }, offset: 0, nextOffset: null }],
    ['rows[1]["a.b"] 0', { kind: 'value', part: true, offset: 0, nextOffset: null }],
  ]);
  const load: LoadPart = (path, offset) => {
    const part = parts.get(`${path} ${offset}`);
    return part === undefined ? Promise.reject(new Error(`Nothing at ${path}`)) : Promise.resolve(part);
  };
  const value = { small: [null, 'x'], text: leftOut(3), rows: leftOut(20) };
  expect(await wholeValue(value, load, 23)).toEqual({ small: [null, 'x'], text: 'abc', rows: [1, { 'a.b': true }] });
  await expect(wholeValue(value, load, 22)).rejects.toThrow('It has more than');
});

it('loads nothing for a value that is whole', async () => {
  const load: LoadPart = () => Promise.reject(new Error('loaded'));
  expect(await wholeValue({ a: [1, { b: null }] }, load, 1)).toEqual({ a: [1, { b: null }] });
});
