import { describe, expect, it } from '@jest/globals';
import { hasFrame, isFrameId, readCursor } from './frame-cursor.js';

describe('the id of a frame', () => {
  it('orders frames by their events, then within one', () => {
    expect(hasFrame(readCursor('9-5'), 10, 0)).toBe(false);
    expect(hasFrame(readCursor('9-9'), 9, 10)).toBe(false);
    expect(hasFrame(readCursor('9-9'), 9, 9)).toBe(true);
    expect(hasFrame(readCursor('9-9'), 8, 20)).toBe(true);
    expect(hasFrame(readCursor(undefined), 0, 0)).toBe(false);
  });

  it.each(['', '3', '3-', 'a-1', '3-0 ', '-1-0', '99999999999-0', '3-0;', '3-0;a', '3-0-1-2-3', `3-0${';1-0-1'.repeat(1000)}`])(
    'is not %j',
    (text) => {
      expect(isFrameId(text)).toBe(false);
    },
  );

  it.each([
    ['3-0', { event: { position: 3, index: 0 }, calls: new Map() }],
    ['5-0-12', { event: { position: 5, index: Infinity }, calls: new Map([[5, { attempt: 0, text: 12, reasoning: 0 }]]) }],
    ['5-1-0-7;9', { event: { position: 9, index: Infinity }, calls: new Map([[5, { attempt: 1, text: 0, reasoning: 7 }]]) }],
    [
      '8-1;5-0-3;6-0-4-2',
      {
        event: { position: 8, index: 1 },
        calls: new Map([
          [5, { attempt: 0, text: 3, reasoning: 0 }],
          [6, { attempt: 0, text: 4, reasoning: 2 }],
        ]),
      },
    ],
  ])('%s says what its reader has', (id, cursor) => {
    expect(isFrameId(id)).toBe(true);
    expect(readCursor(id)).toEqual(cursor);
  });
});
