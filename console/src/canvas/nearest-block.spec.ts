import { expect, it } from '@jest/globals';
import { nearestBlock } from './nearest-block.js';

const at = (id: string, x: number, y: number): { block: { id: string }; x: number; y: number; width: number; height: number } => ({
  block: { id },
  x,
  y,
  width: 10,
  height: 10,
});
const blocks = [at('a', 0, 0), at('b', 100, 0), at('far', 300, 0), at('below', 0, 80), at('aside', 60, 90)];

it.each([
  ['a', 'right', 'b'],
  ['b', 'right', 'far'],
  ['b', 'left', 'a'],
  ['a', 'down', 'below'],
  ['below', 'up', 'a'],
  ['far', 'right', undefined],
  ['unknown', 'right', undefined],
] as const)('from %s an arrow to the %s leads to %s', (from, direction, to) => {
  expect(nearestBlock(blocks, from, direction)?.block.id).toBe(to);
});
