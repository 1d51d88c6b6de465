import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { failureText, interruptedText, ReplyText, shownFrame } from './chat-frames.js';

const none = () => Promise.resolve([]);

describe('a frame that visitors see', () => {
  it('says that there is no answer once the run has failed', async () => {
    expect(await shownFrame({ event: 'error', error: 'secret' }, none)).toEqual({ event: 'error', error: failureText });
  });

  it('says of a text that is given up that it was interrupted, since the answer may begin again', async () => {
    const frame = await shownFrame({ blockId: 'a', event: 'stream_error', error: 'secret' }, none);
    expect(frame).toEqual({ blockId: 'a', event: 'stream_error', error: interruptedText });
    expect(interruptedText).not.toContain('no answer');
  });
});

describe('the reply of a run', () => {
  const replyOf = (...frames: readonly Json[]): string => {
    const reply = new ReplyText();
    for (const frame of frames) reply.take(frame);
    return reply.text;
  };

  it('has the chunks of each block together', () => {
    const frames = [
      { blockId: 'a', chunk: 'one' },
      { blockId: 'b', chunk: '\n\ntwo' },
      { blockId: 'a', chunk: ' more' },
    ];
    expect(replyOf(...frames, { event: 'final', data: { success: true, output: { c: 'rest' } } })).toBe('one more\n\ntwo');
  });

  it('has no text that was taken back, and keeps that of other blocks', () => {
    for (const event of ['chunk_reset', 'stream_error']) {
      const frames = [
        { blockId: 'a', chunk: 'first' },
        { blockId: 'b', chunk: '\n\nlet me look' },
        { blockId: 'b', event },
        { blockId: 'b', chunk: '\n\nthe answer' },
      ];
      expect(replyOf(...frames)).toBe('first\n\nthe answer');
    }
  });

  it('is the output of the run if nothing was streamed', () => {
    expect(replyOf({ event: 'final', data: { success: true, output: { content: 'whole' } } })).toBe('whole');
  });
});
