import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import type { ReadEvent } from '../diagnosis/run-events.js';
import { shownEvent } from './shown-event.js';
import { partAt, stepsOf } from './value-part.js';

const at = '2031-03-04T05:06:07.000Z';

function payloadOf(type: string, payload: object): Json {
  return shownEvent({ position: 3, at, type, payload } as unknown as ReadEvent).payload;
}

describe('an event of the log', () => {
  it('shows its block, and nothing that only the server can open', () => {
    const event = {
      position: 3,
      at,
      type: 'execution.block-completed',
      payload: { node: 'loop[0]/a', blockId: 'a', output: {}, sealed: 'c2VhbGVk' },
    };
    expect(shownEvent(event as unknown as ReadEvent)).toEqual({
      position: 3,
      at,
      type: 'execution.block-completed',
      node: 'loop[0]/a',
      blockId: 'a',
      payload: { node: 'loop[0]/a', blockId: 'a', output: {} },
    });
  });

  it('leaves out a value above 8 KB and keeps what is around it', () => {
    const text = 'ab'.repeat(5000);
    expect(payloadOf('execution.block-completed', { output: { text, rows: [1, { text }] } })).toEqual({
      output: {
        text: { isLeftOut: true, bytes: 10_002, preview: 'ab'.repeat(500) },
        rows: [1, { text: { isLeftOut: true, bytes: 10_002, preview: 'ab'.repeat(500) } }],
      },
    });
  });

  it('leaves out a list whose many small members are large together', () => {
    const rows = Array.from({ length: 4000 }, (_, n) => ({ n }));
    expect(payloadOf('execution.completed', { output: { rows } })).toMatchObject({
      output: { rows: { isLeftOut: true, preview: expect.stringMatching(/^\[\{"n":0\},/) } },
    });
  });

  it('ends a preview between characters', () => {
    expect(payloadOf('execution.completed', { output: `x${'😀'.repeat(5000)}` })).toMatchObject({
      output: { preview: `x${'😀'.repeat(499)}` },
    });
  });

  it('keeps the shape of what models have answered, however many parts there are', () => {
    const parts = Array.from({ length: 300 }, () => ({ type: 'text', text: 'x'.repeat(60) }));
    const long = { type: 'text', text: 'y'.repeat(9000) };
    expect(payloadOf('execution.model-answered', { parts: [...parts, long] })).toEqual({
      parts: [...parts, { type: 'text', text: { isLeftOut: true, bytes: 9002, preview: 'y'.repeat(1000) } }],
    });
  });
});

describe('a path of a value', () => {
  it.each([
    ['', []],
    ['output', ['output']],
    ['output.rows[3].name', ['output', 'rows', '3', 'name']],
    ['output["a.b"][0]', ['output', 'a.b', '0']],
    ['output["say \\"hi\\""]', ['output', 'say "hi"']],
  ])('%j leads by %j', (path, steps) => {
    expect(stepsOf(path)).toEqual(steps);
  });

  it.each(['output..rows', 'output[', 'output[x]', 'output.', ']'])('%j is none', (path) => {
    expect(stepsOf(path)).toBeUndefined();
  });
});

describe('a part of a value', () => {
  const value = {
    output: { text: 'abcdef', list: [1, 2, 3], large: ['x'.repeat(9000)], many: Array.from({ length: 50 }, () => 'z'.repeat(8000)) },
  };

  it('of a text has so many characters, and says where the next begins', () => {
    const asked = { offset: 2, limit: 3 };
    expect(partAt(value, ['output', 'text'], asked)).toEqual({ kind: 'text', length: 6, bytes: 8, offset: 2, part: 'cde', nextOffset: 5 });
    expect(partAt(value, ['output', 'text'], { offset: 5, limit: 3 })).toMatchObject({ part: 'f', nextOffset: null });
  });

  it('of a list or an object has so many members', () => {
    expect(partAt(value, ['output', 'list'], { offset: 1, limit: 1 })).toMatchObject({ kind: 'list', length: 3, part: [2], nextOffset: 2 });
    expect(partAt(value, ['output'], { offset: 1, limit: 1 })).toMatchObject({
      kind: 'object',
      length: 4,
      part: { list: [1, 2, 3] },
      nextOffset: 2,
    });
  });

  it('leaves out large members, and has fewer where they are large together', () => {
    const { part } = partAt(value, ['output', 'large'], { offset: 0, limit: 10 }) ?? {};
    expect(part).toEqual([{ isLeftOut: true, bytes: 9002, preview: 'x'.repeat(1000) }]);
    const first = partAt(value, ['output', 'many'], { offset: 0, limit: 100 });
    expect(first).toMatchObject({ length: 50, nextOffset: 32 });
    expect(partAt(value, ['output', 'many'], { offset: 32, limit: 100 })).toMatchObject({ nextOffset: null });
  });

  it('is undefined where the event has no value, and what objects inherit is none', () => {
    expect(partAt(value, ['output', 'nothing'], { offset: 0, limit: 1 })).toBeUndefined();
    expect(partAt(value, ['constructor'], { offset: 0, limit: 1 })).toBeUndefined();
  });
});
