import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readBody } from './response-body.js';

const limitBytes = 10 * 1024 * 1024;

/** What a body that arrives in pieces of 16 KB is read as. */
async function read(encoding: string, body: Buffer, maxBytes = limitBytes): Promise<string> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < body.length; at += 16_384) yield body.subarray(at, at + 16_384);
  }
  return (await readBody(pieces(), encoding, maxBytes)).toString();
}

describe('response body', () => {
  it.each([
    ['gzip', gzipSync('text')],
    ['GZIP', gzipSync('text')],
    ['x-gzip', gzipSync('text')],
    ['deflate', deflateSync('text')],
    ['deflate', deflateRawSync('text')],
    ['br', brotliCompressSync('text')],
    ['identity', Buffer.from('text')],
    ['', Buffer.from('text')],
  ])('decodes %j', async (encoding, bytes) => {
    expect(await read(encoding, bytes)).toBe('text');
  });

  it('is empty when nothing came, whatever the encoding', async () => {
    expect(await read('gzip', Buffer.alloc(0))).toBe('');
  });

  it('may be as large as the limit and not one byte larger', async () => {
    expect(await read('', Buffer.alloc(1_000, 'x'), 1_000)).toHaveLength(1_000);
    await expect(read('', Buffer.alloc(1_001), 1_000)).rejects.toMatchObject({
      kind: 'too-large',
      message: 'The response is larger than 1000 bytes',
    });
    expect(await read('gzip', gzipSync(Buffer.alloc(1_000, 'x')), 1_000)).toHaveLength(1_000);
    await expect(read('gzip', gzipSync(Buffer.alloc(1_001, 'x')), 1_000)).rejects.toMatchObject({ kind: 'too-large' });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(200 * 1024 * 1024))],
    ['br', brotliCompressSync(Buffer.alloc(20 * 1024 * 1024))],
    ['deflate', deflateSync(Buffer.alloc(20 * 1024 * 1024))],
  ])('stops decoding a %s bomb at the limit (AC-90)', async (encoding, bomb) => {
    await expect(read(encoding, bomb)).rejects.toMatchObject({ kind: 'too-large' });
  });

  it.each([
    ['an unknown encoding', 'zip', Buffer.from('x')],
    ['an encoding on top of another', 'gzip, gzip', gzipSync(gzipSync('x'))],
    ['no gzip', 'gzip', Buffer.from('not gzip')],
    ['cut gzip', 'gzip', gzipSync('text'.repeat(1_000)).subarray(0, 20)],
  ])('is refused with %s (AC-90)', async (_, encoding, bytes) => {
    await expect(read(encoding, bytes)).rejects.toMatchObject({ kind: 'network' });
  });
});
