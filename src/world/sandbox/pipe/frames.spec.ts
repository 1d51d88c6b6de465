import { describe, expect, it } from '@jest/globals';
import { FrameReader, encodeFrame } from './frames.js';

const messages = [['run', '1', '{"a":"ü€𝄞"}'], [], ['', ''], ['done', 'x'.repeat(70_000)]];
const stream = Buffer.concat(messages.map(encodeFrame));

/** What the reader makes of the stream when it arrives in pieces of this size, each in the same memory. */
function readInPiecesOf(size: number): string[][] {
  const reader = new FrameReader();
  const memory = Buffer.alloc(size);
  const read: string[][] = [];
  for (let at = 0; at < stream.length; at += size) {
    const length = stream.copy(memory, 0, at, at + size);
    read.push(...reader.push(memory.subarray(0, length)));
  }
  return read;
}

describe('a frame reader', () => {
  it('gives the messages back however the stream is cut', () => {
    for (const size of [1, 3, 7, 64, 4_096, 100_000]) expect(readInPiecesOf(size)).toEqual(messages);
  });

  it('refuses a message that is announced to be too large', () => {
    expect(() => new FrameReader().push(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow(RangeError);
  });

  it('refuses fields that do not fit their message', () => {
    const frame = encodeFrame(['ab']);
    frame.writeUInt32LE(9, 4);
    expect(() => new FrameReader().push(frame)).toThrow(RangeError);
    expect(() => new FrameReader().push(Buffer.from([2, 0, 0, 0, 1, 1]))).toThrow(RangeError);
  });
});
