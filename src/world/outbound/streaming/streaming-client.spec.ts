import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import { eventually } from '../../../../test/support/eventually.js';
import { afterSites, closeSites, listen, raw, web } from '../../../../test/support/sites.js';
import { OutboundFailure, type OutboundStream, type OutboundStreamRequest } from '../outbound-http.js';
import { PolicedHttp, type PolicedHttpOptions } from '../policed-http.js';

const loopbackRanges = ['127.0.0.1/32'];

afterEach(closeSites);

function client(options: PolicedHttpOptions = { allow: loopbackRanges }): PolicedHttp {
  const http = new PolicedHttp(options);
  afterSites(() => http.close());
  return http;
}

function open(url: string, more: Partial<OutboundStreamRequest> = {}, http = client()): Promise<OutboundStream> {
  return http.stream({ url, method: 'POST', body: '{}', ...more });
}

async function textOf({ body }: OutboundStream): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function failureOf(outcome: Promise<unknown>): Promise<OutboundFailure> {
  const error: unknown = await outcome.catch((caught: unknown) => caught);
  if (error instanceof OutboundFailure) return error;
  throw new Error(`Expected a failure, got ${JSON.stringify(error)}`);
}

/** A site that answers with these pieces, each one written when the one before was read by the spec, and that keeps the answer open. */
async function pieceByPiece(): Promise<{ site: Awaited<ReturnType<typeof web>>; answers: ServerResponse[] }> {
  const answers: ServerResponse[] = [];
  const site = await web((_, response) => {
    answers.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  return { site, answers };
}

describe('a streamed request', () => {
  it('gives each piece of the answer before the next one is sent', async () => {
    const { site, answers } = await pieceByPiece();
    const { status, headers, body } = await open(site.url);
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
    const pieces = body[Symbol.asyncIterator]();
    for (const text of ['one', 'two', 'three']) {
      answers[0]?.write(text);
      const { value } = await pieces.next();
      expect(Buffer.from(value as Uint8Array).toString()).toBe(text);
    }
    answers[0]?.end();
    expect((await pieces.next()).done).toBe(true);
  });

  it('gathers what arrives after a piece as long as the caller says', async () => {
    const { site, answers } = await pieceByPiece();
    const { body } = await open(site.url, { gatherMs: () => 60_000 });
    const pieces = body[Symbol.asyncIterator]();
    const next = async (): Promise<string> => Buffer.from((await pieces.next()).value as Uint8Array).toString();
    answers[0]?.write('first');
    expect(await next()).toBe('first');
    const enough = 'x'.repeat(16 * 1024);
    for (const piece of ['second ', enough]) answers[0]?.write(piece);
    expect(await next()).toBe(`second ${enough}`);
    for (const piece of ['third ', 'fourth']) answers[0]?.write(piece);
    answers[0]?.end();
    expect(await next()).toBe('third fourth');
    expect((await pieces.next()).done).toBe(true);
  });

  it('ends while pieces are gathered when its signal is aborted', async () => {
    const { site, answers } = await pieceByPiece();
    const abort = new AbortController();
    const { body } = await open(site.url, { gatherMs: () => 60_000, signal: abort.signal });
    const pieces = body[Symbol.asyncIterator]();
    answers[0]?.write('first');
    await pieces.next();
    const gathered = pieces.next() as Promise<unknown>;
    abort.abort();
    expect((await failureOf(gathered)).kind).toBe('aborted');
  });

  it('sends the body with its length, asks for no compression and answers any status', async () => {
    const site = await web((request, response) => {
      const { 'content-length': length, 'accept-encoding': encoding, authorization } = request.headers;
      response.writeHead(429, { 'retry-after': '3' }).end(JSON.stringify({ length, encoding, authorization, method: request.method }));
    });
    const answer = await open(site.url, { body: 'päyload', headers: { Authorization: 'Bearer k', 'Accept-Encoding': 'gzip' } });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3']);
    expect(JSON.parse(await textOf(answer))).toEqual({ length: '8', encoding: 'identity', authorization: 'Bearer k', method: 'POST' });
  });

  it.each([
    ['gzip', gzipSync('compressed')],
    ['identity', Buffer.from('compressed')],
  ])('reads an answer that is sent as %s although no compression was asked for', async (encoding, bytes) => {
    const site = await web((_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes));
    expect(await textOf(await open(site.url))).toBe('compressed');
  });

  it('refuses an encoding that is not known and one that is not true', async () => {
    const unknown = await web((_, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('x'));
    expect(await failureOf(open(unknown.url))).toMatchObject({ kind: 'network', message: 'The response has an unknown content encoding' });
    const lying = await web((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
    expect((await failureOf(open(lying.url).then(textOf))).kind).toBe('network');
  });

  it('reuses the connection of an answer that was read to its end', async () => {
    const site = await web((_, response) => void response.end('x'));
    const http = client();
    for (let round = 0; round < 20; round += 1) await textOf(await open(site.url, {}, http));
    expect(site.connections).toBe(1);
  });

  it('gives what had arrived before the connection was reset, however late it is read', async () => {
    const site = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n', () => {
        setImmediate(() => socket.resetAndDestroy());
      });
    });
    const { body } = await open(site.url);
    await eventually(() => expect(site.closed).toBe(1));
    const pieces: string[] = [];
    const failure = await failureOf(
      (async () => {
        for await (const piece of body) pieces.push(Buffer.from(piece).toString());
      })(),
    );
    expect([pieces.join(''), failure.kind]).toEqual(['onetwo', 'network']);
  });

  it('does not read on while the caller does not', async () => {
    let written = 0;
    const site = await web((_, response) => {
      const more = (): void => {
        while (!response.destroyed && written < 64 * 1024 * 1024) {
          written += 64 * 1024;
          if (!response.write(Buffer.alloc(64 * 1024))) return;
        }
      };
      response.on('drain', more);
      more();
    });
    const { body } = await open(site.url);
    const silent = await raw(() => undefined);
    await failureOf(open(silent.url, { timeouts: { headersMs: 200 } }));
    expect(written).toBeLessThan(16 * 1024 * 1024);
    await body[Symbol.asyncIterator]().return?.();
  });

  it('closes the connection when the reader leaves, also before the first piece', async () => {
    const { site, answers } = await pieceByPiece();
    const http = client();
    const left = await open(site.url, {}, http);
    answers[0]?.write('x');
    for await (const piece of left.body) if (piece.length > 0) break;
    await eventually(() => expect(site.closed).toBe(1));
    const unread = await open(site.url, {}, http);
    await unread.body[Symbol.asyncIterator]().return?.();
    await eventually(() => expect(site.closed).toBe(2));
  });

  it('closes the connection when the caller aborts before the headers', async () => {
    const site = await raw(() => undefined);
    const abort = new AbortController();
    const outcome = failureOf(open(site.url, { signal: abort.signal }));
    await eventually(() => expect(site.connections).toBe(1));
    abort.abort();
    expect((await outcome).kind).toBe('aborted');
    await eventually(() => expect(site.closed).toBe(1));
  });

  it('closes the connection when the caller aborts in the middle of the body', async () => {
    const { site, answers } = await pieceByPiece();
    const abort = new AbortController();
    const { body } = await open(site.url, { signal: abort.signal });
    const pieces = body[Symbol.asyncIterator]();
    answers[0]?.write('x');
    await pieces.next();
    const outcome = failureOf(pieces.next());
    abort.abort();
    expect((await outcome).kind).toBe('aborted');
    await eventually(() => expect(site.closed).toBe(1));
  });

  it('does not connect for a caller who aborted before', async () => {
    const site = await web((_, response) => void response.end());
    const http = client();
    expect((await failureOf(open(site.url, { signal: AbortSignal.abort() }, http))).kind).toBe('aborted');
    await textOf(await open(site.url, {}, http));
    expect(site.connections).toBe(1);
  });

  it('is sent once more, on a fresh connection, when the kept one ends before any byte of the answer', async () => {
    const served = new WeakSet<Socket>();
    const keys: unknown[] = [];
    const site = await web((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (served.has(request.socket)) return void request.socket.destroy();
      served.add(request.socket);
      response.end('answered');
    });
    const http = client();
    await textOf(await open(site.url, {}, http));
    expect(await textOf(await open(site.url, { headers: { 'Idempotency-Key': 'k' } }, http))).toBe('answered');
    expect([site.connections, keys]).toEqual([2, [undefined, 'k', 'k']]);
  });

  it('is sent on a new connection and never again if it must be sent once', async () => {
    const keys: unknown[] = [];
    const site = await web((request, response) => {
      keys.push(request.headers['idempotency-key']);
      if (keys.length > 1) return void request.socket.destroy();
      response.end('answered');
    });
    const http = client();
    await textOf(await open(site.url, {}, http));
    const failure = await failureOf(open(site.url, { headers: { 'Idempotency-Key': 'k' }, isSentOnce: true }, http));
    expect(failure.kind).toBe('network');
    expect([site.connections, keys]).toEqual([2, [undefined, 'k']]);
  });

  it('is not sent again when a fresh connection ends, or when a byte of the answer has arrived', async () => {
    let requests = 0;
    const fresh = await raw((socket) => {
      requests += 1;
      socket.destroy();
    });
    expect((await failureOf(open(fresh.url))).kind).toBe('network');
    expect(requests).toBe(1);
    const answers = ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx', 'HTTP/1.1 2'];
    let sent = 0;
    const partial = await listen(
      createServer().on('connection', (socket: Socket) => {
        socket.removeAllListeners('data').on('data', () => {
          const answer = answers[sent] ?? '';
          sent += 1;
          if (sent === 1) socket.write(answer);
          else socket.end(answer);
        });
      }),
    );
    const http = client();
    await textOf(await open(partial.url, {}, http));
    expect((await failureOf(open(partial.url, {}, http))).kind).toBe('network');
    expect([sent, partial.connections]).toEqual([2, 1]);
  });

  it('fails when its client is closed, before and during the answer', async () => {
    const { site } = await pieceByPiece();
    const http = client();
    const { body } = await open(site.url, {}, http);
    const next = body[Symbol.asyncIterator]().next();
    const outcome = next.catch((error: unknown) => error);
    await http.close();
    expect(await outcome).toBeInstanceOf(InfrastructureFault);
    await expect(open(site.url, {}, http)).rejects.toThrow(InfrastructureFault);
  });

  it('tells this server which workflows led to it, and no other one', async () => {
    const site = await web((request, response) => void response.end(request.headers['x-sim-via'] ?? 'nothing'));
    const own = client({ allow: loopbackRanges, own: { baseUrl: 'https://sluice.example', port: site.port } });
    expect(await textOf(await open(site.url, { via: ['w1', 'w2'] }, own))).toBe('w1,w2');
    expect(await textOf(await open(site.url, { via: ['w1', 'w2'] }))).toBe('nothing');
  });
});

describe('the policy of streamed requests', () => {
  it('sends no packet to loopback in any spelling', async () => {
    const trap = await web((_, response) => void response.end('inside'));
    const http = client({ resolve: () => Promise.resolve(['127.0.0.1', '::1']) });
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]', 'localhost', 'LOCALHOST.', 'u:p@127.0.0.1', '0']) {
      expect(['blocked', 'invalid']).toContain((await failureOf(open(`http://${host}:${trap.port}/`, {}, http))).kind);
    }
    expect(trap.connections).toBe(0);
  });

  it('never connects to a private address while a resolver alternates (AC-135)', async () => {
    const site = await web((_, response) => void response.writeHead(200, { connection: 'close' }).end('outside'));
    const trap = await listen(createServer(), site.port, '127.0.0.2');
    let calls = 0;
    const resolve = (): Promise<string[]> => Promise.resolve([(calls += 1) % 2 === 0 ? '127.0.0.2' : '127.0.0.1']);
    const http = client({ allow: loopbackRanges, resolve });
    const outcomes: string[] = [];
    for (let round = 0; round < 200; round += 1) {
      outcomes.push(await open(`http://rebind.example:${site.port}`, {}, http).then(textOf, (error: OutboundFailure) => error.kind));
    }
    expect(outcomes.filter((outcome) => outcome === 'outside')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'blocked')).toHaveLength(100);
    expect(trap.connections).toBe(0);
  });

  it('allows a private address only to the request that may reach it, also on a connection that is open', async () => {
    const site = await web((_, response) => void response.end('named'));
    const http = client({ resolve: () => Promise.resolve(['127.0.0.1']) });
    const url = `http://ollama.internal:${site.port}`;
    expect(await textOf(await open(url, { allowsPrivate: true }, http))).toBe('named');
    expect((await failureOf(open(url, {}, http))).kind).toBe('blocked');
    expect(await textOf(await open(site.url, { allowsPrivate: true }, http))).toBe('named');
    expect((await failureOf(open(site.url, {}, http))).kind).toBe('blocked');
    expect(site.connections).toBe(2);
  });

  it.each(['http://169.254.169.254/latest', 'http://127.0.0.1:5432', 'http://[fd00:ec2::254]/'])(
    'refuses %s also to a request that may reach private addresses',
    async (url) => {
      expect((await failureOf(open(url, { allowsPrivate: true }, client({})))).kind).toBe('blocked');
    },
  );

  it.each(['http://127.0.0.2/', 'https://elsewhere.example/', '/same', 'http://169.254.169.254/'])(
    'follows no redirect to %s and closes the connection',
    async (location) => {
      const requests: unknown[] = [];
      const site = await web((request, response) => {
        requests.push(request.url);
        response.writeHead(307, { location }).write('moved');
      });
      expect((await failureOf(open(site.url))).kind).toBe('redirects');
      await eventually(() => expect(site.closed).toBe(1));
      expect(requests).toEqual(['/']);
    },
  );

  it('reads no proxy from the environment', async () => {
    const proxy = await web((_, response) => void response.end('proxy'));
    const site = await web((_, response) => void response.end('direct'));
    const names = ['HTTP_PROXY', 'http_proxy', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    afterSites(() => before.forEach(([name, value]) => (value === undefined ? delete process.env[name] : (process.env[name] = value))));
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    expect(await textOf(await open(site.url))).toBe('direct');
    expect(proxy.connections).toBe(0);
  });
});

describe('the limits of streamed requests', () => {
  it('end a connection that does not come about', async () => {
    const stuck = client({ resolve: () => new Promise(() => undefined) });
    const failure = await failureOf(open('http://stuck.example', { timeouts: { connectMs: 30 } }, stuck));
    expect(failure).toMatchObject({ kind: 'timeout', message: 'No connection within 30 ms' });
  });

  it('end headers that are late and close the connection', async () => {
    const site = await raw(() => undefined);
    const failure = await failureOf(open(site.url, { timeouts: { headersMs: 30 } }));
    expect(failure).toMatchObject({ kind: 'timeout', message: 'No answer within 30 ms' });
    await eventually(() => expect(site.closed).toBe(1));
  });

  it('end a body that stalls and close the connection', async () => {
    const { site, answers } = await pieceByPiece();
    const { body } = await open(site.url, { timeouts: { idleMs: 30 } });
    answers[0]?.write('x');
    const pieces = body[Symbol.asyncIterator]();
    await pieces.next();
    const failure = await failureOf(pieces.next());
    expect(failure).toMatchObject({ kind: 'timeout', message: 'The answer stopped: no data within 30 ms' });
    await eventually(() => expect(site.closed).toBe(1));
  });

  it('end an answer that trickles, though each piece is in time', async () => {
    const site = await web((_, response) => {
      response.write('x');
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const failure = await failureOf(open(site.url, { timeouts: { idleMs: 60_000, totalMs: 100 } }).then(textOf));
    expect(failure).toMatchObject({ kind: 'timeout', message: 'No complete answer within 100 ms' });
    await eventually(() => expect(site.closed).toBe(1));
  });

  it('do not count the time in which the caller does not read', async () => {
    const { site, answers } = await pieceByPiece();
    const { body } = await open(site.url, { timeouts: { idleMs: 20 } });
    answers[0]?.write('x');
    const pieces = body[Symbol.asyncIterator]();
    await pieces.next();
    const silent = await raw(() => undefined);
    await failureOf(open(silent.url, { timeouts: { headersMs: 60 } }));
    answers[0]?.end('y');
    expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe('y');
  });

  it('end an answer of any size, compressed ones too, and close the connection', async () => {
    const endless = await web((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    const failure = await failureOf(open(endless.url).then(textOf));
    expect(failure).toMatchObject({ kind: 'too-large', message: 'The response is larger than 16777216 bytes' });
    await eventually(() => expect(endless.closed).toBe(1));
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
    const small = await web((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect((await failureOf(open(small.url, { maxResponseBytes: 100_000 }).then(textOf))).kind).toBe('too-large');
  });

  it.each([
    ['a body shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
    ['a chunked body that stops', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
    ['a chunk length that is none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['nothing', ''],
    ['an upgrade that was not requested', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['70 KB of one header', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`],
    [
      'a storm of interim responses',
      `${'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(17)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
    ],
  ])('refuse an answer with %s', async (_, answer) => {
    const site = await raw((socket) => socket.end(answer));
    const failure = await failureOf(open(site.url).then(textOf));
    expect(failure.kind).toBe('network');
    expect(failure.message).not.toContain('127.0.0.1');
  });

  it('let 512 requests run at the same time to one origin, and the others wait for one of them', async () => {
    const held: ServerResponse[] = [];
    const site = await web((_, response) => void held.push(response));
    const http = client();
    const sent = Array.from({ length: 520 }, () => open(site.url, {}, http).then(textOf));
    await eventually(() => expect(held).toHaveLength(512));
    for (const response of held.splice(0)) response.end('x');
    await eventually(() => expect(held).toHaveLength(8));
    for (const response of held) response.end('x');
    expect(await Promise.all(sent)).toHaveLength(520);
    expect(site.connections).toBeLessThanOrEqual(520);
  });
});
