import { expect, it } from '@jest/globals';
import type { Block } from '../../../../src/document/document.js';
import { referenceTo } from './reference-to.js';

const to = (name: string, path: string): string | undefined => referenceTo({ name } as Block, path);

it('is what fields write to read a part of an output', () => {
  expect(to('Work Out Fee', 'result.rows[3].name')).toBe('<workoutfee.result.rows[3].name>');
  expect(to('one', '[0]')).toBe('<one[0]>');
  expect(to('one', '')).toBe('<one>');
  expect(to('call', 'headers["content-type"]')).toBe('<call.headers.content-type>');
  expect(to('call', '["x-id"].a')).toBe('<call.x-id.a>');
});

it('is absent for names that a reference cannot contain', () => {
  for (const member of ['a.b', 'a[0]', 'a b', 'a"b', '']) expect(to('one', `result[${JSON.stringify(member)}]`)).toBeUndefined();
  expect(to('a+b', 'result')).toBeUndefined();
});
