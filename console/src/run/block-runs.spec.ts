import { describe, expect, it } from '@jest/globals';
import type { ShownEvent } from '@sluice/client';
import { blockRuns, runState } from './block-runs.js';

let position = 0;
const at = (ms: number): string => new Date(Date.UTC(2031, 2, 4) + ms).toISOString();

function event(type: string, node?: string, payload: ShownEvent['payload'] = {}): ShownEvent {
  position += 1;
  const blockId = node?.replace(/^.*\//u, '').replace(/#.*$/u, '');
  return {
    position,
    at: at(0),
    type: `execution.${type}`,
    payload,
    ...(node !== undefined && { node }),
    ...(blockId !== undefined && { blockId }),
  };
}

const took = (ms: number, more: ShownEvent['payload'] = {}): ShownEvent['payload'] => ({ startedAt: at(0), endedAt: at(ms), ...more });
const statesOf = (...events: readonly ShownEvent[]) => blockRuns(events).map(({ blockId, state, error }) => [blockId, state, error]);

describe('what a run has done with its blocks', () => {
  it('is their state in a word with the time, in the order in which they began', () => {
    expect(
      statesOf(
        event('started'),
        event('block-completed', 'one', took(12)),
        event('block-failed', 'two', took(1240, { error: 'No stock', handled: true })),
        event('block-failed', 'three', took(3, { error: 'No price' })),
        event('failed'),
      ),
    ).toEqual([
      ['one', { tone: 'good', word: 'completed', end: '12 ms' }, undefined],
      ['two', { tone: 'warn', word: 'failed, handled', end: '1.24 s' }, 'No stock'],
      ['three', { tone: 'bad', word: 'failed', end: '3 ms' }, 'No price'],
    ]);
  });

  it('sums the passes of a loop up, and shows the one that failed', () => {
    const passes = [
      event('container-entered', 'loop'),
      event('block-completed', 'loop[0]/part', took(10)),
      event('block-failed', 'loop[1]/part', took(20, { error: 'Broken' })),
      event('block-completed', 'loop[2]/part', took(30)),
    ];
    const [loop, part] = blockRuns(passes);
    expect(loop?.state).toEqual({ tone: 'run', word: 'running' });
    expect(part?.state).toEqual({ tone: 'bad', word: 'failed', end: '3×, 60 ms' });
    expect(part?.event?.position).toBe(passes[2]?.position);
  });

  it('says what runs and what waits, and that it was stopped when the run ended before', () => {
    const asked = [event('block-paused', 'ask'), event('pause-reminded', 'ask')];
    const called = [event('effect-intended', 'call')];
    expect(statesOf(...asked, ...called)).toEqual([
      ['ask', { tone: 'wait', word: 'waiting' }, undefined],
      ['call', { tone: 'run', word: 'running' }, undefined],
    ]);
    expect(statesOf(...asked, event('pause-ended', 'ask'))).toEqual([['ask', { tone: 'run', word: 'running' }, undefined]]);
    expect(statesOf(...called, event('cancelled'))).toEqual([['call', { tone: 'plain', word: 'stopped' }, undefined]]);
  });

  it('names results that are taken over or pinned, without a time', () => {
    const known = [
      event('block-completed', 'one', took(9, { recorded: true })),
      event('block-completed', 'two', took(9, { pinned: true })),
    ];
    expect(statesOf(...known)).toEqual([
      ['one', { tone: 'plain', word: 'taken over' }, undefined],
      ['two', { tone: 'plain', word: 'pinned' }, undefined],
    ]);
  });

  it('counts tries and what models cost, also within called workflows, and not what was taken over', () => {
    const asked = (node: string, nanoUsd: number, more: ShownEvent['payload'] = {}): ShownEvent =>
      event('model-answered', node, {
        outcome: 'answered',
        provider: 'openai',
        model: 'gpt-a',
        usage: { input: 1, output: 1 },
        cost: { totalNanoUsd: nanoUsd },
        ...more,
      });
    const events = [
      event('started', undefined, { startedAt: at(0), baseChargeUsd: 0.001 }),
      event('agent-entered', 'agent'),
      asked('agent', 2_000_000),
      event('effect-intended', 'agent#0.0'),
      asked('agent', 1_000_000),
      asked('agent', 5_000_000, { recorded: true }),
      event('block-completed', 'agent', took(10, { tries: 3 })),
      event('child-entered', 'call'),
      event('agent-entered', 'call()/inner'),
      asked('call()/inner', 4_000_000),
      event('block-completed', 'loop[0]/part', took(1, { tries: 2 })),
      event('block-completed', 'loop[1]/part', took(1)),
    ];
    expect(statesOf(...events)).toEqual([
      ['agent', { tone: 'good', word: 'completed', end: '10 ms', spent: '3 tries, $0.0030' }, undefined],
      ['call', { tone: 'run', word: 'running', spent: '$0.0040' }, undefined],
      ['part', { tone: 'good', word: 'completed', end: '2×, 2 ms', spent: '3 tries' }, undefined],
    ]);
    expect(runState(events).costUsd).toBeCloseTo(0.008);
  });

  it('leaves out blocks of called workflows, tools of agents, and the block that the end of the run names', () => {
    const named = { ...event('failed'), blockId: 'inner' };
    expect(statesOf(event('block-completed', 'call()/inner', took(1)), event('tool-answered', 'agent#0.1'), named)).toEqual([]);
  });
});

describe('the state of a run', () => {
  it('follows its events: it runs, is paused, runs again, and ends with its error and its time', () => {
    const events = [event('started', undefined, { startedAt: at(0), baseChargeUsd: 0.005 })];
    expect(runState(events)).toEqual({ status: 'running', isOver: false, ms: null, costUsd: 0.005 });
    events.push(event('paused'));
    expect(runState(events).status).toBe('paused');
    events.push(event('resumed'));
    expect(runState(events).status).toBe('running');
    const end = event('failed', undefined, { endedAt: at(1500), error: 'No stock' });
    expect(runState([...events, end])).toEqual({
      status: 'failed',
      isOver: true,
      ms: 1500,
      costUsd: 0.005,
      error: 'No stock',
      event: end,
    });
  });

  it('is unknown and counts as running before the first event', () => {
    expect(runState([])).toEqual({ status: 'running', isOver: false, ms: null, costUsd: 0 });
  });
});
