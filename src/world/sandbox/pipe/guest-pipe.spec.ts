import { describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { FrameReader, encodeFrame } from './frames.js';
import { GuestPipe } from './guest-pipe.js';

/** A process of which nothing is there but the end of its pipe. */
function aPipe(): { pipe: GuestPipe; stream: Duplex; written: Buffer[]; seen: string[][] } {
  const written: Buffer[] = [];
  const seen: string[][] = [];
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      written.push(chunk);
      done();
    },
  });
  const child = Object.assign(new EventEmitter(), { stdio: [null, null, null, stream], stderr: null, pid: undefined, signalCode: null });
  const events = { onMessage: (message: string[]) => void seen.push(message), onEnd: () => void seen.push(['end']) };
  return { pipe: new GuestPipe(child as unknown as ChildProcess, events), stream, written, seen };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the pipe to a guest process', () => {
  it('sends all messages of one turn in one write, in order', async () => {
    const { pipe, written } = aPipe();
    for (const text of ['a', 'b', 'c']) pipe.send(['run', text]);
    expect(written).toEqual([]);
    await turn();
    pipe.send(['run', 'd']);
    await turn();
    expect(written.map((chunk) => new FrameReader().push(chunk))).toEqual([
      [
        ['run', 'a'],
        ['run', 'b'],
        ['run', 'c'],
      ],
      [['run', 'd']],
    ]);
  });

  it('gives all answers of one read at once', async () => {
    const { stream, seen } = aPipe();
    stream.push(Buffer.concat(['a', 'b'].map((text) => encodeFrame(['done', text]))));
    await turn();
    expect(seen).toEqual([
      ['done', 'a'],
      ['done', 'b'],
    ]);
  });

  it('ends at what it cannot read, and says nothing more', async () => {
    const { pipe, stream, written, seen } = aPipe();
    stream.push(Buffer.alloc(4, 0xff));
    await turn();
    pipe.send(['run', 'a']);
    await turn();
    expect(seen).toEqual([['end']]);
    expect(written).toEqual([]);
  });
});
