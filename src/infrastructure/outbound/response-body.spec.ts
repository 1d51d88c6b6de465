import { type IncomingMessage, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBody } from './response-body.js';

const LIMIT = 10 * 1024 * 1024;
let next: { encoding: string; body: Buffer } = { encoding: '', body: Buffer.alloc(0) };

const server = createServer((_, response) => void response.writeHead(200, { 'content-encoding': next.encoding }).end(next.body));
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** What a server's answer is read as; its connection is not kept. */
async function read(encoding: string, body: Buffer, maxBytes = LIMIT): Promise<string> {
  next = { encoding, body };
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve) => void get({ host: '127.0.0.1', port, agent: false }, resolve));
  return (await readBody(response, maxBytes)).toString();
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
