import { InfrastructureFault } from '#kernel/errors.js';
import { type IncomingMessage, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { afterSites, closeSites, listen, raw, type Site, web } from '../../../test/support/sites.js';
import { OutboundFailure, type OutboundRequest, type OutboundResponse } from './outbound-http.js';
import { PolicedHttp, type PolicedHttpOptions } from './policed-http.js';

const loopbackRanges = ['127.0.0.1/32'];
afterEach(closeSites);

function client(options: PolicedHttpOptions = { allow: loopbackRanges }): PolicedHttp {
  const http = new PolicedHttp(options);
  afterSites(() => http.close());
  return http;
}

function get(url: string, more: Partial<OutboundRequest> = {}, http = client()): Promise<OutboundResponse> {
  return http.send({ url, method: 'GET', timeoutMs: 20_000, ...more });
}

async function failureOf(sent: Promise<OutboundResponse>): Promise<OutboundFailure> {
  const outcome: unknown = await sent.catch((error: unknown) => error);
  if (outcome instanceof OutboundFailure) return outcome;
  throw new Error(`Expected a failure, got ${JSON.stringify(outcome)}`);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const text = (response: OutboundResponse): string => Buffer.from(response.body).toString();

describe('outbound request', () => {
  it('sends method, path, headers and body, and answers status, headers and body', async () => {
    const site = await web((request, response) => {
      void bodyOf(request).then((body) => {
        response.writeHead(
          418,
          'Teapot',
          [
            ['x-twice', 'a'],
            ['X-Twice', 'b'],
            ['set-cookie', 'c=1'],
            ['set-cookie', 'd=2'],
          ].flat(),
        );
        response.end(
          JSON.stringify({ method: request.method, url: request.url, body, one: request.headers['x-one'], host: request.headers.host }),
        );
      });
    });
    const response = await get(`${site.url}/a%20b?c=d#fragment`, { method: 'post', headers: { 'X-One': '1' }, body: 'päyload' });
    expect(response).toMatchObject({ status: 418, statusText: 'Teapot', headers: { 'x-twice': 'a, b', 'set-cookie': 'c=1, d=2' } });
    expect(JSON.parse(text(response))).toEqual({
      method: 'POST',
      url: '/a%20b?c=d',
      body: 'päyload',
      one: '1',
      host: `127.0.0.1:${site.port}`,
    });
  });

  it('takes header names that objects have by birth', async () => {
    const site = await raw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\n__proto__: a\r\nconstructor: b\r\nconstructor: c\r\ntoString: d\r\n\r\n'),
    );
    const { headers } = await get(site.url);
    expect(Object.entries(headers)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b, c'],
      ['tostring', 'd'],
    ]);
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('frames the body of %s by its length', async (method) => {
    const seen: unknown[] = [];
    const site = await web((request, response) => {
      void bodyOf(request).then((body) => {
        seen.push([body, request.headers['content-length'], request.headers['transfer-encoding']]);
        response.end();
      });
    });
    await get(site.url, { method, body: Buffer.from('abc') });
    await get(site.url, { method });
    expect(seen[0]).toEqual(['abc', '3', undefined]);
    expect(seen[1]).toEqual(['', ['POST', 'PUT', 'PATCH'].includes(method) ? '0' : undefined, undefined]);
  });

  it('keeps the headers of the connection to itself', async () => {
    const site = await web((request, response) => void response.end(JSON.stringify(request.headers)));
    const headers = {
      Host: 'internal',
      Connection: 'upgrade',
      'Content-Length': '5',
      'Transfer-Encoding': 'chunked',
      'Proxy-Authorization': 'x',
    };
    const seen = JSON.parse(text(await get(site.url, { headers }))) as object;
    expect(seen).toMatchObject({ host: `127.0.0.1:${site.port}`, connection: 'keep-alive' });
    expect(seen).not.toHaveProperty('proxy-authorization');
    expect(seen).not.toHaveProperty('transfer-encoding');
    expect(seen).not.toHaveProperty('content-length');
  });

  it('reuses connections', async () => {
    const site = await web((_, response) => void response.end('x'));
    const http = client();
    for (let round = 0; round < 50; round += 1) await get(site.url, {}, http);
    expect(site.connections).toBeLessThanOrEqual(2);
  });

  it('opens at most 64 connections to one server', async () => {
    const held: (() => void)[] = [];
    let all: (() => void) | undefined;
    const full = new Promise<void>((resolve) => {
      all = resolve;
    });
    const site = await web((_, response) => {
      held.push(() => response.end());
      if (held.length === 64) all?.();
    });
    const http = client();
    const sent = Array.from({ length: 100 }, () => get(site.url, {}, http));
    await full;
    expect(site.connections).toBe(64);
    const release = setInterval(() => held.splice(0).forEach((end) => end()), 1);
    await Promise.all(sent);
    clearInterval(release);
    expect(site.connections).toBe(64);
  });

  it('repeats a GET, and never a POST, when the pooled connection turns out to be closed', async () => {
    const served = new WeakSet<Socket>();
    const site = await web((request, response) => {
      if (served.has(request.socket)) return void request.socket.destroy();
      served.add(request.socket);
      response.end('x');
    });
    const http = client();
    await get(site.url, {}, http);
    expect(text(await get(site.url, {}, http))).toBe('x');
    expect(await failureOf(get(site.url, { method: 'POST' }, http))).toMatchObject({ kind: 'network' });
  });

  it('fails what is under way when it is closed', async () => {
    const http = client();
    const site = await web(() => void http.close());
    await expect(get(site.url, {}, http)).rejects.toThrow(InfrastructureFault);
  });

  it('names the error code and no address when no server listens', async () => {
    const failure = await failureOf(get('http://127.0.0.1:1', {}, client({ allow: ['127.0.0.1:1'] })));
    expect(failure).toMatchObject({ kind: 'network', message: 'The request failed (ECONNREFUSED)' });
  });

  it('fails when a name does not resolve', async () => {
    const resolve = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.example'), { code: 'ENOTFOUND' }));
    expect(await failureOf(get('http://nowhere.example', {}, client({ resolve })))).toMatchObject({
      kind: 'network',
      message: 'The request failed (ENOTFOUND)',
    });
  });
});

describe('outbound policy', () => {
  it('sends no packet to loopback in whatever disguise (AC-81, AC-82, AC-83)', async () => {
    const trap = await web((_, response) => void response.end('inside'));
    const http = client({ resolve: () => Promise.resolve(['127.0.0.1', '::1']) });
    const hosts =
      '127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. １２７.0.0.1 127。0。0。1 %31%32%37.0.0.1 localhost LOCALHOST ' +
      'localhost. ⓛocalhost u@127.0.0.1 0 0.0.0.0 [::] [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::]';
    for (const host of [...hosts.split(' '), '\t127.0.0.1', '127.0.0.1\n']) {
      expect(['blocked', 'invalid']).toContain((await failureOf(get(`http://${host}:${trap.port}/`, {}, http))).kind);
    }
    for (const url of [`http:\\\\127.0.0.1:${trap.port}`, `http:/127.0.0.1:${trap.port}`, `https://127.0.0.1:${trap.port}`]) {
      expect((await failureOf(get(url, {}, http))).kind).toBe('blocked');
    }
    expect(trap.connections).toBe(0);
  });

  it('tries only the permitted addresses of a name (AC-84)', async () => {
    const site = await web((_, response) => void response.end('outside'));
    const trap = await listen(createServer(), site.port, '127.0.0.2');
    const mixed = client({
      allow: loopbackRanges,
      resolve: () => Promise.resolve(['127.0.0.2', '::1', '127.0.0.1', '10.0.0.1', 'nonsense']),
    });
    expect(text(await get(`http://mixed.example:${site.port}`, {}, mixed))).toBe('outside');
    const inside = client({ allow: loopbackRanges, resolve: () => Promise.resolve(['127.0.0.2', '10.0.0.1']) });
    expect((await failureOf(get(`http://inside.example:${site.port}`, {}, inside))).kind).toBe('blocked');
    expect(trap.connections).toBe(0);
  });

  it('never connects to a private address while a resolver alternates 1,000 times (AC-85)', async () => {
    const site = await web((_, response) => void response.writeHead(200, { connection: 'close' }).end('outside'));
    const trap = await listen(createServer(), site.port, '127.0.0.2');
    let calls = 0;
    const resolve = (): Promise<string[]> => Promise.resolve([(calls += 1) % 2 === 0 ? '127.0.0.2' : '127.0.0.1']);
    const http = client({ allow: loopbackRanges, resolve });
    const outcomes: string[] = [];
    for (let round = 0; round < 1_000; round += 1) {
      outcomes.push(await get(`http://rebind.example:${site.port}`, {}, http).then(text, (error: OutboundFailure) => error.kind));
    }
    const count = (outcome: string): number => outcomes.filter((each) => each === outcome).length;
    const answered = count('outside');
    expect(count('blocked')).toBe(500);
    expect({ calls, answered, inside: trap.connections, outside: site.connections }).toEqual({
      calls: 1_000,
      answered: 500,
      inside: 0,
      outside: 500,
    });
  });

  it('permits a listed name wherever it leads, and only that name', async () => {
    const site = await web((_, response) => void response.end('listed'));
    const http = client({ allow: ['api.internal'], resolve: () => Promise.resolve(['127.0.0.1']) });
    expect(text(await get(`http://api.internal:${site.port}`, {}, http))).toBe('listed');
    expect((await failureOf(get(`http://other.internal:${site.port}`, {}, http))).kind).toBe('blocked');
    expect((await failureOf(get(site.url, {}, http))).kind).toBe('blocked');
  });

  it('refuses database ports (AC-88)', async () => {
    const http = client({ allow: loopbackRanges, resolve: () => Promise.resolve(['127.0.0.1']) });
    for (const url of ['http://db.example:5432', 'http://127.0.0.1:6379', 'https://db.example:22']) {
      expect((await failureOf(get(url, {}, http))).kind).toBe('blocked');
    }
  });

  it('reads no proxy from the environment (AC-89)', async () => {
    const proxy = await web((_, response) => void response.end('proxy'));
    const site = await web((_, response) => void response.end('direct'));
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    afterSites(() => before.forEach(([name, value]) => (value === undefined ? delete process.env[name] : (process.env[name] = value))));
    for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url;
    expect(text(await get(site.url))).toBe('direct');
    expect(proxy.connections).toBe(0);
  });

  it('names a refused destination as it was written, why, and how to allow it', async () => {
    for (const [url, reason] of [
      ['http://10.0.0.1', '10.0.0.1:80 is an address of a private network'],
      ['https://[::1]/x', '[::1]:443 is a loopback address'],
      ['http://0x7f.1:8080', '127.0.0.1:8080 is a loopback address'],
      ['http://169.254.169.254/latest', '169.254.169.254:80 is the metadata service of a cloud'],
      ['http://8.8.8.8:25', '8.8.8.8:25 uses a port of another protocol than HTTP'],
    ] as const) {
      const { kind, message, cause } = await failureOf(get(url, {}, client({})));
      const entry = reason.split(' ')[0] ?? '';
      const hint = `The operator of the server can allow it with SLUICE_OUTBOUND_ALLOW=${entry}`;
      expect({ kind, message, cause }).toEqual({
        kind: 'blocked',
        message: `Destination not allowed: ${reason}. ${hint}`,
        cause: undefined,
      });
      expect(new PolicedHttp({ allow: [entry] })).toBeInstanceOf(PolicedHttp);
    }
  });

  it.each([['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['fd00::1']])(
    'does not tell that a name resolves to %s (AC-91)',
    async (address) => {
      const http = client({ resolve: () => Promise.resolve([address]) });
      const redirect = await web((_, response) => void response.writeHead(302, { location: 'http://files.internal/' }).end());
      const relay = client({ allow: ['127.0.0.1'], resolve: () => Promise.resolve(['10.0.0.1']) });
      const expected =
        'Destination not allowed: files.internal:80 does not resolve to a public address. ' +
        'The operator of the server can allow it with SLUICE_OUTBOUND_ALLOW=files.internal:80';
      expect((await failureOf(get('http://files.internal', {}, http))).message).toBe(expected);
      expect((await failureOf(get(redirect.url, {}, relay))).message).toBe(expected);
    },
  );

  it('are refused by the rule of a request, also behind a redirect', async () => {
    const redirect = await web((_, response) => void response.writeHead(302, { location: 'http://denied.example/' }).end());
    const http = client({ allow: ['127.0.0.1'], resolve: () => Promise.resolve(['127.0.0.1']) });
    const refusalOf = (host: string): string | undefined => (host === 'denied.example' ? 'is denied' : undefined);
    const expected = { kind: 'blocked', message: 'Destination not allowed: denied.example is denied' };
    expect(await failureOf(get('http://denied.example', { refusalOf }, http))).toMatchObject(expected);
    expect(await failureOf(get(redirect.url, { refusalOf }, http))).toMatchObject(expected);
  });

  it('does not start with an allow list that it cannot read', () => {
    expect(() => new PolicedHttp({ allow: ['10.0.0.0/8', 'a b'] })).toThrow('"a b" must be a host name, an address or a CIDR range');
  });
});

describe('the workflows that led to a request', () => {
  /** A site that answers with the chain that it received, and redirects to the address in its query. */
  const site = () =>
    web((request, response) => {
      const location = new URL(request.url ?? '', 'http://x').searchParams.get('to');
      if (location !== null) response.writeHead(302, { location }).end();
      else response.end(request.headers['x-sim-via'] ?? 'nothing');
    });
  const own = (port: number, baseUrl = 'https://sluice.example'): PolicedHttpOptions => ({
    allow: ['127.0.0.1', '[::1]', 'localhost', 'sluice.example', 'alias.example', 'other.example'],
    own: { baseUrl, port },
    resolve: (host) => Promise.resolve([host === 'other.example' ? '127.0.0.2' : '127.0.0.1']),
  });
  const via = ['w1', 'w2'];

  it('reach this server by every name of it', async () => {
    const { port } = await site();
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST.', '2130706433', 'alias.example', '[::ffff:7f00:1]']) {
      const http = client({ ...own(port), allow: ['0.0.0.0/0', '::/0'] });
      expect([host, text(await get(`http://${host}:${port}`, { via }, http))]).toEqual([host, 'w1,w2']);
    }
    const byBaseUrl = client(own(1, `http://sluice.example:${port}`));
    for (const host of ['sluice.example', 'alias.example']) {
      expect(text(await get(`http://${host}:${port}`, { via }, byBaseUrl))).toBe('w1,w2');
    }
  });

  it('cannot be replaced by a header of the author, and survive redirects', async () => {
    const [{ port, url }, elsewhere] = [await site(), await site()];
    const http = client(own(port));
    const headers = { 'X-Sim-Via': '' };
    expect(text(await get(url, { via, headers }, http))).toBe('w1,w2');
    expect(text(await get(`${elsewhere.url}/?to=${url}`, { via, headers }, http))).toBe('w1,w2');
  });

  it('are not sent to other servers', async () => {
    const [{ port, url }, elsewhere] = [await site(), await site()];
    const http = client(own(port));
    expect(text(await get(elsewhere.url, { via }, http))).toBe('nothing');
    expect(text(await get(`${url}/?to=${elsewhere.url}`, { via }, http))).toBe('nothing');
  });
});

describe('redirects', () => {
  interface Seen {
    readonly method: string | undefined;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }

  /** `/<status>/<location>` redirects there; everything else is recorded. */
  async function bouncer(seen: Seen[] = []): Promise<Site & { seen: Seen[] }> {
    const site = await web((request, response) => {
      const [, status, location] = /^\/(30\d)\/(.*)$/.exec(request.url ?? '') ?? [];
      void bodyOf(request).then((body) => {
        if (status !== undefined) return void response.writeHead(Number(status), { location }).end('moved');
        seen.push({ method: request.method, headers: request.headers, body });
        response.end('arrived');
      });
    });
    return Object.assign(site, { seen });
  }

  const secret = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'content-type': 'text/plain', 'accept-language': 'de' };

  it('are followed, relative ones too, and the answer names the last URL', async () => {
    const site = await bouncer();
    expect(await get(`${site.url}/302//end?x=1`)).toMatchObject({ status: 200, url: `${site.url}/end?x=1` });
  });

  it('do not get credentials back on the way home (AC-86)', async () => {
    const [first, second] = [await bouncer(), await bouncer()];
    await get(`${first.url}/302/${second.url}/302/${first.url}/end`, { headers: secret });
    expect(first.seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('are followed five times and no more (AC-86)', async () => {
    const site = await bouncer();
    const chain = (hops: number): string => `${site.url}${'/302/'.repeat(hops)}/end`;
    expect((await get(chain(5))).status).toBe(200);
    expect(await failureOf(get(chain(6)))).toMatchObject({ kind: 'redirects', message: 'More than 5 redirects' });
    expect((await failureOf(get(chain(20)))).kind).toBe('redirects');
    const loop = await web((_, response) => void response.writeHead(302, { location: '/' }).end());
    expect((await failureOf(get(loop.url))).kind).toBe('redirects');
  });

  it('are checked like the first address, and send no packet inside (AC-86)', async () => {
    const site = await bouncer();
    const trap = await listen(createServer(), site.port, '127.0.0.2');
    const resolve = (host: string): Promise<string[]> => Promise.resolve([host === 'public.example' ? '127.0.0.1' : '127.0.0.2']);
    const http = client({ allow: loopbackRanges, resolve });
    const targets =
      `http://127.0.0.2:${site.port} http://2130706434:${site.port} http://[::ffff:127.0.0.2]:${site.port} http://[::1]:${site.port} //127.0.0.2:${site.port} ` +
      `http://inside.example:${site.port} http://169.254.169.254/latest/ http://[fd00:ec2::254]/ https://10.0.0.1 file:///etc/passwd gopher://127.0.0.2`;
    for (const target of targets.split(' ')) {
      expect((await failureOf(get(`http://public.example:${site.port}/302/${target}`, {}, http))).kind).toBe('blocked');
      expect((await failureOf(get(`${site.url}/307/${site.url}/302/${target}`, {}, http))).kind).toBe('blocked');
    }
    expect(trap.connections).toBe(0);
  });
});

describe('limits (AC-90)', () => {
  it('ends an exchange that has no answer in time', async () => {
    const silent = await raw(() => undefined);
    expect(await failureOf(get(silent.url, { timeoutMs: 50 }))).toMatchObject({ kind: 'timeout', message: 'No answer within 50 ms' });
  });

  it('ends an answer that trickles, though each byte is in time', async () => {
    const site = await web((_, response) => {
      response.write('x');
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    expect((await failureOf(get(site.url, { timeoutMs: 150 }))).kind).toBe('timeout');
  });

  it('counts redirects and name resolution into the time limit', async () => {
    const slow = await web((request, response) => void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40).unref());
    expect((await failureOf(get(slow.url, { timeoutMs: 100 }))).kind).toBe('timeout');
    const stuck = client({ resolve: () => new Promise(() => undefined) });
    expect((await failureOf(get('http://stuck.example', { timeoutMs: 50 }, stuck))).kind).toBe('timeout');
  });

  it('does not even connect for a caller who aborted before', async () => {
    const site = await web((_, response) => void response.end());
    expect(await failureOf(get(site.url, { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'aborted' });
    await get(site.url);
    expect(site.connections).toBe(1);
  });

  it('ends when the caller aborts', async () => {
    const abort = new AbortController();
    const site = await web((_, response) => void response.write('begin', () => abort.abort()));
    expect(await failureOf(get(site.url, { signal: abort.signal }))).toMatchObject({ kind: 'aborted' });
  });

  it('sends nothing on a connection that was made after the time limit', async () => {
    let answer: ((addresses: string[]) => void) | undefined;
    const resolve = (): Promise<string[]> => new Promise((done) => (answer = done));
    const requests: unknown[] = [];
    const site = await web((request, response) => {
      requests.push(request.url);
      response.end();
    });
    const http = client({ allow: loopbackRanges, resolve });
    const url = `http://late.example:${site.port}`;
    expect((await failureOf(get(`${url}/first`, { timeoutMs: 50 }, http))).kind).toBe('timeout');
    answer?.(['127.0.0.1']);
    while (site.connections === 0) await new Promise((resume) => setImmediate(resume));
    await get(`${url}/second`, {}, client({ allow: loopbackRanges, resolve: () => Promise.resolve(['127.0.0.1']) }));
    await http.close();
    expect(requests).toEqual(['/second']);
  });

  it('cuts an endless body, also that of a redirect, and closes the connection', async () => {
    const closed: string[] = [];
    const site = await web((request, response) => {
      if (request.url === '/end') return void response.end('end');
      response.writeHead(request.url === '/redirect' ? 302 : 200, { location: '/end' });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', more).on('close', () => closed.push(request.url ?? ''));
      more();
    });
    expect(await failureOf(get(site.url))).toMatchObject({ kind: 'too-large', message: 'The response is larger than 10485760 bytes' });
    expect(text(await get(`${site.url}/redirect`))).toBe('end');
    while (closed.length < 2) await new Promise((resume) => setImmediate(resume));
    expect(closed.toSorted()).toEqual(['/', '/redirect']);
  });

  it.each([
    ['a body shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
    ['a chunked body that stops', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n'],
    ['a chunk length that is none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n'],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['nothing', ''],
    ['an upgrade that was not requested', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['70 KB of one header', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`],
  ])('refuses an answer with %s', async (_, answer) => {
    const site = await raw((socket) => socket.end(answer));
    expect((await failureOf(get(site.url))).kind).toBe('network');
  });

  it('refuses a million headers', async () => {
    const site = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write('X-Header: value\r\n'.repeat(1_000)));
      };
      socket.on('drain', more);
      more();
    });
    expect((await failureOf(get(site.url))).kind).toBe('network');
  });

  it('takes a few interim responses and refuses a storm of them', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
    const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const few = await raw((socket) => socket.end(hint.repeat(16) + final));
    expect(text(await get(few.url))).toBe('ok');
    const storm = await raw((socket) => socket.end(hint.repeat(17) + final));
    expect(await failureOf(get(storm.url))).toMatchObject({ kind: 'network', message: 'Too many interim responses' });
  });
});
