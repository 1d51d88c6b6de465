import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SluiceClient, SluiceError, type ClientOptions } from '../../../clients/typescript/dist/index.js';

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
