import { expect, it } from '@jest/globals';
import { readPin, refusedPin } from './read-pin.js';

it('reads the output of a pin, which is an object', () => {
  expect(readPin('{"result": [1]}')).toEqual({ output: { result: [1] } });
  for (const text of ['[1]', 'null', '5', '']) expect(readPin(text)).toEqual({ problem: expect.stringContaining('as an object') });
});

it('refuses an output that the server would refuse', () => {
  expect(refusedPin({ text: 'x'.repeat(1000) })).toBeUndefined();
  expect(refusedPin({ text: 'x'.repeat(257 * 1024) })).toBe('A pinned output has at most 256 KB.');
  expect(refusedPin([1])).toContain('as an object');
});
