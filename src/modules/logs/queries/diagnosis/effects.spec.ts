import { describe, expect, it } from '@jest/globals';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { effectsOf } from './effects.js';

const at = (second: number): string => `2031-01-01T00:00:0${second}.000Z`;

function intended(node: string, effectKey: string, second: number): ExecutionEvent {
  const blockId = node.slice(node.lastIndexOf('/') + 1);
  const payload = { node, blockId, effectKey, kind: 'http', target: 'POST https://example.org/orders', at: at(second) };
  return { type: 'execution.effect-intended', version: 1, payload };
}

function completed(node: string, second: number): ExecutionEvent {
  const payload = { node, blockId: node, input: null, startedAt: at(0), endedAt: at(second), output: {}, handle: 'source' };
  return { type: 'execution.block-completed', version: 1, payload };
}

function failed(node: string, second: number): ExecutionEvent {
  const payload = { node, blockId: node, input: null, startedAt: at(0), endedAt: at(second), error: 'no luck', handled: false, output: {} };
  return { type: 'execution.block-failed', version: 1, payload };
}

const names = { call: { name: 'Call' } };

describe('an effect', () => {
  it('has succeeded when its block has completed', () => {
    expect(effectsOf([intended('call', 'k1', 1), completed('call', 2)], names)).toEqual([
      {
        effectKey: 'k1',
        kind: 'http',
        target: 'POST https://example.org/orders',
        blockId: 'call',
        blockName: 'Call',
        node: 'call',
        intendedAt: at(1),
        outcome: 'succeeded',
        settledAt: at(2),
      },
    ]);
  });

  it('has failed when its block has failed', () => {
    expect(effectsOf([intended('call', 'k1', 1), failed('call', 2)], names)).toMatchObject([
      { outcome: 'failed', error: 'no luck', settledAt: at(2) },
    ]);
  });

  it('is unknown while there is no result', () => {
    expect(effectsOf([intended('call', 'k1', 1), completed('other', 2)], names)).toMatchObject([{ outcome: 'unknown', settledAt: null }]);
  });

  it('is one, however often it was tried, by one process or by several', () => {
    const taken: ExecutionEvent = { type: 'execution.recovered', version: 1, payload: { owner: '1', fence: 2, at: at(2) } };
    const events = [intended('call', 'k1', 1), taken, intended('call', 'k1', 3), completed('call', 4)];
    expect(effectsOf(events, names)).toMatchObject([{ intendedAt: at(1), outcome: 'succeeded', settledAt: at(4) }]);
  });

  it('belongs to one pass of a loop', () => {
    const events = [intended('loop[0]/call', 'k1', 1), completed('loop[0]/call', 2), intended('loop[1]/call', 'k2', 3)];
    expect(effectsOf(events, names).map(({ node, outcome }) => [node, outcome])).toEqual([
      ['loop[0]/call', 'succeeded'],
      ['loop[1]/call', 'unknown'],
    ]);
  });

  it('has no name for a block of another workflow', () => {
    expect(effectsOf([intended('child()/inner', 'k1', 1)], names)[0]).not.toHaveProperty('blockName');
  });
});
