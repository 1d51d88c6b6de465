import { describe, expect, it } from '@jest/globals';
import type { ShownEvent } from '@sluice/client';
import { eventTone, eventWords, filteredEvents, happenedMs, kindsOf } from './event-facts.js';

const event = (position: number, type: string, node?: string): ShownEvent => ({
  position,
  at: '2031-03-04T12:00:00.000Z',
  type: `execution.${type}`,
  payload: {},
  ...(node !== undefined && { node }),
});

const events = [
  event(1, 'started'),
  event(2, 'block-completed', 'loop[0]/Pack'),
  event(3, 'block-completed', 'loop[1]/Pack'),
  event(4, 'block-failed', 'letter'),
  event(5, 'failed'),
];

describe('an event of a run', () => {
  it('is named in words', () => {
    expect(events.map(({ type }) => eventWords(type))).toEqual([
      'Run started',
      'Block completed',
      'Block completed',
      'Block failed',
      'Run failed',
    ]);
  });

  it('happened when it says, not when it was recorded', () => {
    const [startedAt, endedAt] = ['2031-03-04T11:59:59.100Z', '2031-03-04T11:59:59.900Z'];
    expect(happenedMs({ ...event(2, 'block-completed'), payload: { startedAt, endedAt } })).toBe(Date.parse(endedAt));
    expect(happenedMs({ ...event(1, 'started'), payload: { startedAt } })).toBe(Date.parse(startedAt));
    expect(happenedMs(event(3, 'quarantined'))).toBe(Date.parse('2031-03-04T12:00:00.000Z'));
  });

  it('has the colour of what it says', () => {
    expect(events.map(eventTone)).toEqual(['plain', 'good', 'good', 'bad', 'bad']);
    expect(eventTone(event(1, 'block-paused'))).toBe('wait');
  });
});

describe('a list of events', () => {
  it('has its kinds counted, the most frequent first', () => {
    expect(kindsOf(events)).toEqual([
      { type: 'execution.block-completed', count: 2 },
      { type: 'execution.block-failed', count: 1 },
      { type: 'execution.failed', count: 1 },
      { type: 'execution.started', count: 1 },
    ]);
  });

  it('is filtered by kind and by the names of blocks, whatever their letter case', () => {
    const positions = (kind: string | undefined, text: string): number[] =>
      filteredEvents(events, kind, text).map(({ position }) => position);
    expect(positions('execution.block-completed', '')).toEqual([2, 3]);
    expect(positions(undefined, ' PACK ')).toEqual([2, 3]);
    expect(positions('execution.block-completed', '[1]')).toEqual([3]);
    expect(positions(undefined, '')).toEqual([1, 2, 3, 4, 5]);
    const named = filteredEvents(events, undefined, 'each', (node) => node.replace('loop', 'Each part'));
    expect(named.map(({ position }) => position)).toEqual([2, 3]);
  });
});
