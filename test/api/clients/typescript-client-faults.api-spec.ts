import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SluiceClient, SluiceError, type ClientOptions } from '../../../clients/typescript/dist/index.js';
import { fileAt } from '../../../clients/typescript/dist/node.js';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
/** What the server does with the next requests; then it answers with success. */
let replies: Reply[] = [];
let seen: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    (replies.shift() ?? answer('{"success":true}'))(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());
afterEach(() => {
  replies = [];
  seen = [];
});

const hangUp: Reply = (request) => void request.socket.destroy();

function answer(body: string, headers: Readonly<Record<string, string>> = {}, status = 200): Reply {
  return (_, response) => void response.writeHead(status, headers).end(body);
}

function caller(options: Partial<ClientOptions> = {}): SluiceClient {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new SluiceClient({ baseUrl, apiKey: 'sk-sluice-test', ...options });
}

async function failureOf(work: PromiseLike<unknown>): Promise<SluiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SluiceError)) throw new Error(`No SluiceError: ${String(error)}`);
  return error;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('a stream', () => {
  const events = { 'Content-Type': 'text/event-stream', 'X-Execution-Id': 'e1' };
  const begin = answer('id: 1-0\ndata: {"blockId":"b","chunk":"c"}\n\n', events);
  const end = answer('id: 2-0\ndata: "[DONE]"\n\n', events);
  const busy = (status: number): Reply => answer('{"error":"not now","code":"UNAVAILABLE"}', { 'Retry-After': '0' }, status);

  it('is read on when the server was away or busy for some attempts', async () => {
    replies = [begin, hangUp, hangUp, busy(503), busy(429), end];
    expect(await all(caller({ maxRetries: 0 }).stream('x'))).toEqual([{ blockId: 'b', chunk: 'c' }]);
    expect(seen).toHaveLength(6);
  });

  it.each([1, 2, 3, 7])('is read wherever its chunks of %d bytes end', async (size) => {
    const whole = Buffer.from(': hello\r\n\r\nid: 1\r\ndata: "ü"\r\n\r\nid:2\ndata:"b"\n\nid: 3\rdata: "c"\r\rdata: "[DONE]"\n\n');
    const inChunks: typeof fetch = async () => {
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size));
      return new Response(ReadableStream.from(chunks) as ReadableStream<Uint8Array>, { headers: events });
    };
    expect(await all(caller({ fetch: inChunks }).stream('x'))).toEqual(['ü', 'b', 'c']);
  });

  it('may have a long message', async () => {
    const text = 'x'.repeat(20 * 1024 * 1024);
    replies = [answer(`data: "${text}"\n\ndata: "[DONE]"\n\n`, events)];
    expect(await all(caller().stream('x'))).toEqual([text]);
  });

  it('names its run when it cannot be read on', async () => {
    replies = [begin, answer('{"error":"Run not found","code":"NOT_FOUND"}', {}, 404)];
    expect(await failureOf(all(caller().stream('x')))).toMatchObject({ code: 'NOT_FOUND', executionId: 'e1' });
    replies = [answer('data: no JSON\n\n', events)];
    expect(await failureOf(all(caller().stream('x')))).toMatchObject({ kind: 'INVALID_JSON', executionId: 'e1' });
  });

  it('is read on with the options of its call', async () => {
    const gateway: unknown[] = [];
    const noting =
      (reply: Reply): Reply =>
      (request, response) => {
        gateway.push(request.headers['x-mine']);
        reply(request, response);
      };
    replies = [noting(begin), noting(() => undefined)];
    const stream = caller({ maxRetries: 0 }).stream('x', {}, { headers: { 'X-Mine': 'pass' }, timeoutMs: 200 });
    expect(await failureOf(all(stream))).toMatchObject({ kind: 'TIMEOUT', executionId: 'e1' });
    expect(gateway).toEqual(['pass', 'pass']);
  });
});

describe('a fault of the caller', () => {
  it('is a header that cannot be sent, whose value is not shown', async () => {
    const error: unknown = await caller()
      .execute('x', {}, { idempotencyKey: 'price-in-€' })
      .catch((reason: unknown) => reason);
    expect(error).toEqual(new TypeError('The header "Idempotency-Key" contains characters that headers do not have'));
    expect(seen).toEqual([]);
  });

  it('is what the content of an upload throws', async () => {
    const fault = new Error('the disk is gone');
    async function* content(): AsyncIterable<Uint8Array> {
      yield new Uint8Array(10);
      throw fault;
    }
    await expect(caller().files.upload({ workspaceId: 'w', file: { name: 'a.bin', content: content() } })).rejects.toBe(fault);
  });

  it('is a file that has changed since it was named', async () => {
    const path = join(tmpdir(), `sluice-changed-${process.pid}.txt`);
    await writeFile(path, 'before');
    const file = await fileAt(path);
    await writeFile(path, 'after that');
    replies = [(request, response) => void request.on('end', () => response.end('{}'))];
    await expect(caller().files.upload({ workspaceId: 'w', file })).rejects.toMatchObject({ name: 'NotReadableError' });
    await rm(path);
  });
});

describe('the wait for a job', () => {
  const silent: Reply = () => undefined;

  it('ends after its time limit when the server is silent, or names a later time', async () => {
    for (const reply of [silent, answer('{"error":"not now"}', { 'Retry-After': '30' }, 503)]) {
      replies = [reply];
      expect(await failureOf(caller().job('j').wait({ timeoutMs: 100 }))).toMatchObject({ kind: 'TIMEOUT', status: undefined });
    }
  });

  it('ends with the reason of the signal of its caller', async () => {
    const reason = new Error('changed my mind');
    const leaving = new AbortController();
    replies = [() => leaving.abort(reason)];
    await expect(caller().job('j').wait({ timeoutMs: 60_000, signal: leaving.signal })).rejects.toBe(reason);
  });
});

describe('an event for a webhook', () => {
  it.each<[string, (api: SluiceClient) => Promise<unknown>]>([
    ['POST', (api) => api.webhooks.post('hook', { order: 7 })],
    ['PUT', (api) => api.webhooks.put('hook', { order: 7 })],
    ['PATCH', (api) => api.webhooks.patch('hook', { order: 7 })],
  ])('is sent by %s with its content', async (_, send) => {
    const got: string[] = [];
    replies = [
      (request, response) => {
        request.on('data', (part: Buffer) => got.push(part.toString())).on('end', () => response.end());
      },
    ];
    await send(caller());
    expect(got.join('')).toBe('{"order":7}');
  });
});

describe('an answer that is no JSON', () => {
  const ids = { 'Content-Type': 'text/plain', 'X-Execution-Id': 'e1', 'X-Request-Id': 'r1' };

  it('is an error of execute that names the run and the request', async () => {
    replies = [answer('plain', ids)];
    expect(await failureOf(caller().execute('x'))).toMatchObject({
      kind: 'INVALID_JSON',
      body: 'plain',
      executionId: 'e1',
      requestId: 'r1',
    });
  });

  it.each([200, 404])('is the body of a raw answer with the status %d, also if it looks like JSON', async (status) => {
    replies = [answer('12', ids, status)];
    expect(await caller().executeRaw('x')).toMatchObject({ status, body: '12', executionId: 'e1' });
  });

  it('is an error of executeRaw when it belongs to no run', async () => {
    replies = [answer('<html>', { 'Content-Type': 'text/html' })];
    expect(await failureOf(caller().executeRaw('x'))).toMatchObject({ kind: 'INVALID_JSON' });
  });
});

describe('a call whose answer is lost', () => {
  const rows = { workspaceId: 'w', filter: { s: 'open' }, limit: 1 };

  it.each<[string, (api: SluiceClient) => Promise<unknown>]>([
    ['the change of some matching rows', (api) => api.tableRows.updateMatching('t', { ...rows, data: { s: 'taken' } })],
    ['the deletion of some matching rows', (api) => api.tableRows.deleteMatching('t', rows)],
    ['an event for a webhook by GET', (api) => api.webhooks.get('hook')],
    ['an event for a webhook by PUT', (api) => api.webhooks.put('hook')],
    ['an event for a webhook by DELETE', (api) => api.webhooks.delete('hook')],
    ['an event for a listener', (api) => api.webhooks.getTestEvent('hook')],
    ['another password', (api) => api.userSessions.changePassword({ password: 'old', newPassword: 'new' })],
  ])('is not sent again when it is %s', async (_, call) => {
    replies = [hangUp];
    expect(await failureOf(call(caller()))).toMatchObject({ kind: 'NETWORK' });
    expect(seen).toHaveLength(1);
  });

  it('is sent again when a second request changes nothing', async () => {
    replies = [hangUp];
    await caller().tableRows.delete('t', 'r', { workspaceId: 'w' }, {});
    expect(seen).toHaveLength(2);
  });
});
