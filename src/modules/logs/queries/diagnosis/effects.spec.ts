import { describe, expect, it } from '@jest/globals';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { EffectIntended, ModelAnswered, ToolAnswered } from '#engine/execution.events.js';
import { aModelCall, anIntent, aToolCall, costOf } from '../../../../../test/support/engine/agent-facts.js';
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

const toolIntent = { node: 'agent#0.0', kind: 'tool', target: 'lookup', call: { turn: 0, tool: 0 }, effectKey: 'k2' };

describe('a call of an agent', () => {
  it('has the outcome and the cost of its answer, not of its block', () => {
    const events = [
      EffectIntended(anIntent()),
      ModelAnswered(aModelCall({ cost: costOf(1500) })),
      EffectIntended(anIntent(toolIntent)),
      ToolAnswered(aToolCall()),
      failed('agent', 4),
    ];
    expect(effectsOf(events, {})).toMatchObject([
      { kind: 'model', target: 'openai/gpt-a', call: { turn: 0, attempt: 0 }, outcome: 'answered', cost: 0.000_001_5, settledAt: at(2) },
      { kind: 'tool', target: 'lookup', call: { turn: 0, tool: 0 }, outcome: 'answered', settledAt: at(3) },
    ]);
  });

  it('is two after a crash: the abandoned one, which costs nothing, and the one that was made again', () => {
    const again = { turn: 0, attempt: 1 };
    const events = [
      EffectIntended(anIntent()),
      ModelAnswered(aModelCall({ outcome: 'abandoned' })),
      EffectIntended(anIntent({ call: again })),
      ModelAnswered(aModelCall({ ...again, cost: null })),
    ];
    expect(effectsOf(events, {})).toMatchObject([
      { effectKey: 'k1', outcome: 'abandoned', cost: 0 },
      { effectKey: 'k1', outcome: 'answered', cost: null },
    ]);
  });

  it('is unknown without an answer, also when its block has ended', () => {
    const events = [EffectIntended(anIntent()), EffectIntended(anIntent(toolIntent)), completed('agent', 4)];
    expect(effectsOf(events, {}).map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
  });

  it('settles the effects of the block that a tool runs', () => {
    const http = { ...toolIntent, kind: 'http', target: 'POST https://example.org', effectKey: 'k3' };
    const { call: _, ...inside } = anIntent(http);
    const outcomes = (told: Parameters<typeof aToolCall>[0]) =>
      effectsOf([EffectIntended(anIntent(toolIntent)), EffectIntended(inside), ToolAnswered(aToolCall(told))], {}).map(
        (each) => each.outcome,
      );
    expect(outcomes({})).toEqual(['answered', 'succeeded']);
    expect(outcomes({ outcome: 'failed' })).toEqual(['failed', 'failed']);
    expect(outcomes({ outcome: 'unknown' })).toEqual(['unknown', 'unknown']);
  });

  it('has failed with the message of the provider', () => {
    const error = { kind: 'overloaded', message: 'Too busy' };
    const events = [EffectIntended(anIntent()), ModelAnswered(aModelCall({ outcome: 'failed', error }))];
    expect(effectsOf(events, {})).toMatchObject([{ outcome: 'failed', error: 'Too busy' }]);
  });
});
