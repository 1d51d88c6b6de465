import { expect, it } from '@jest/globals';
import { faultIn } from './faults.js';

const knows = ({ base }: { readonly base: string }): boolean => base === 'start';

it.each([
  ['javascript', 'return <start.amount> * 2'],
  ['javascript', 'const key = {{KEY}}; return `a ${<start.name>}`'],
  ['expression', '<start.amount> > 5 && "x" !== <start.name>'],
  ['json', '{"a": <start.amount>, "b": "Dear <start.name>"}'],
  ['json', '<start.body>'],
  ['json', 'plain text'],
  ['json', ''],
] as const)('there is no fault in %s %j', (language, text) => {
  expect(faultIn(text, language, knows)).toBeUndefined();
});

it.each([
  ['javascript', 'return 1 +\n}', 11],
  ['expression', '<start.amount> >', 16],
  ['json', '{"a": 1,}', 8],
  ['json', '{"a": <start.amount> 2}', 21],
] as const)('the fault in %s %j is at offset %d', (language, text, offset) => {
  expect(faultIn(text, language, knows)?.offset).toBe(offset);
});

it('a name that does not exist is no reference, so it is a fault of the code', () => {
  expect(faultIn('return <unknown.x>', 'javascript', knows)).toBeDefined();
});
