import { describe, expect, it } from '@jest/globals';
import { blockIn } from './block-in.js';

const spans = [
  { blockId: 'b1', name: 'Price' },
  {
    name: 'Loop',
    children: [
      { blockId: 'b2', name: 'Send' },
      { blockId: 'b3', name: 'send' },
    ],
  },
];

describe('the block that a replay starts from', () => {
  it('is found by its id and by its name in any case of letters', () => {
    expect(blockIn(spans, 'b2')).toBe('b2');
    expect(blockIn(spans, 'price')).toBe('b1');
  });

  it('is refused when it did not run, with the blocks that did', () => {
    expect(() => blockIn(spans, 'Pay')).toThrow('No block "Pay" ran in this run. Blocks:\n  b1  Price\n  b2  Send\n  b3  send');
  });

  it('is refused when several blocks have the name', () => {
    expect(() => blockIn(spans, 'Send')).toThrow('2 blocks are named "Send". Use an id. Blocks:\n  b2  Send\n  b3  send');
  });
});
