import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import {
  BlockCompleted,
  BlockFailed,
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  ExecutionResumed,
  type ExecutionEvent,
} from '#engine/execution.events.js';
import type { SelectedOutput } from '../find/output-selection.js';
import { StreamFrames, type PlacedEvent, type StreamFrame } from './stream-frames.js';

const at = '2031-01-01T00:00:00.000Z';
const ending = { endedAt: at, durationMs: 1 };

function completed(blockId: string, output: JsonObject): ExecutionEvent {
  return BlockCompleted({ node: blockId, blockId, input: null, startedAt: at, endedAt: at, output, handle: 'source' });
}

function failed(blockId: string): ExecutionEvent {
  const output = { error: 'no luck' };
  return BlockFailed({ node: blockId, blockId, input: null, startedAt: at, endedAt: at, error: 'no luck', handled: true, output });
}

function select(blockId: string, path: string): SelectedOutput {
  return { blockId, path, keys: path === '' ? [] : path.split('.') };
}

/** All frames of a history whose first event has position 1. */
function framesOf(events: readonly ExecutionEvent[], selection: readonly SelectedOutput[] = [], after?: string): readonly StreamFrame[] {
  const frames = new StreamFrames(selection, { after });
  return events.flatMap((event, index) => frames.take({ ...event, position: index + 1 } as PlacedEvent));
}

const dataOf = (frames: readonly StreamFrame[]): Json[] => frames.map(({ data }) => data);

describe('the frames of a run', () => {
  it('are its output and the mark of the end when it completes', () => {
    const events = [completed('a', { x: 1 }), ExecutionCompleted({ output: { x: 1 }, ...ending })];
    expect(framesOf(events)).toEqual([
      { id: '2-0', data: { event: 'final', data: { success: true, output: { x: 1 } } } },
      { id: '2-1', data: '[DONE]' },
    ]);
  });

  it.each([
    ['it fails', ExecutionFailed({ error: 'a: no luck', reason: 'block', output: {}, ...ending }), 'a: no luck'],
    [
      'it takes too long',
      ExecutionFailed({ error: 'Execution timed out', reason: 'timeout', output: {}, ...ending }),
      'Execution timed out',
    ],
    ['it is cancelled', ExecutionCancelled(ending), 'The run was cancelled'],
  ])('are one error and the mark of the end when %s', (_, event, error) => {
    expect(dataOf(framesOf([event]))).toEqual([{ event: 'error', error }, '[DONE]']);
  });

  it('show selected values as their blocks complete: text as it is, anything else as readable JSON', () => {
    const events = [completed('a', { text: 'hi', list: [1] }), completed('b', { n: 2 })];
    expect(framesOf(events, [select('a', 'text'), select('a', 'list'), select('b', '')])).toEqual([
      { id: '1-0', data: { blockId: 'a', chunk: 'hi' } },
      { id: '1-1', data: { blockId: 'a', chunk: '[\n  1\n]' } },
      { id: '2-0', data: { blockId: 'b', chunk: '\n\n{\n  "n": 2\n}' } },
    ]);
  });

  it('put an empty line before the first chunk of each later block, and of no other', () => {
    const events = [completed('a', { t: '1' }), completed('b', { t: '2' }), completed('b', { t: '3' }), completed('a', { t: '4' })];
    const chunks = dataOf(framesOf(events, [select('a', 't'), select('b', 't')])).map((data) => (data as JsonObject)['chunk']);
    expect(chunks).toEqual(['1', '\n\n2', '3', '4']);
  });

  it('say at the end only what was selected and not shown', () => {
    const events = [completed('a', { t: '1' }), failed('b'), ExecutionCompleted({ output: { other: true }, ...ending })];
    expect(dataOf(framesOf(events, [select('a', 't'), select('b', 'error'), select('c', 'x')])).at(-2)).toEqual({
      event: 'final',
      data: { success: true, output: { b: { error: 'no luck' } } },
    });
  });

  it('are the same for every reader, so that the frames after any of them are the rest', () => {
    const events = [completed('a', { t: '1' }), failed('b'), completed('c', { t: '3' }), ExecutionCompleted({ output: {}, ...ending })];
    const selection = [select('a', 't'), select('b', 'error'), select('c', 't')];
    const all = framesOf(events, selection);
    for (const [index, { id }] of all.entries()) {
      expect(framesOf(events, selection, id)).toEqual(all.slice(index + 1));
    }
  });

  it('of one that ended before it began are an error and the mark of the end', () => {
    const frames = new StreamFrames([]);
    expect(dataOf(frames.neverStarted(undefined))).toEqual([{ event: 'error', error: 'The run was cancelled' }, '[DONE]']);
    expect(frames.isOver).toBe(true);
  });
});

describe('a run that waits', () => {
  const paused = { ...ExecutionPaused({ output: { soFar: 1 }, resumeAt: null, pausedAt: at }), position: 4 } as PlacedEvent;
  const resumed = { ...ExecutionResumed({ owner: '1', fence: 1, deadlineAt: at, at }), position: 5 } as PlacedEvent;

  it('has a final frame with the status `paused`, and is not over', () => {
    const frames = new StreamFrames([]);
    expect(frames.take(paused)).toEqual([]);
    expect(frames.resting()).toEqual([
      { id: '4-0', data: { event: 'final', data: { success: true, output: { soFar: 1 }, status: 'paused' } } },
      { id: '4-1', data: '[DONE]' },
    ]);
    expect(frames.isOver).toBe(false);
  });

  it('has no final frame once it is resumed', () => {
    const frames = new StreamFrames([]);
    frames.take(paused);
    frames.take(resumed);
    expect(frames.resting()).toEqual([]);
  });
});
