import { describe, expect, it } from '@jest/globals';
import { failureText, interruptedText, shownFrame } from './chat-frames.js';

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
