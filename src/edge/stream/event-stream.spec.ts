import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { sendEvents, type StreamedEvent } from './event-stream.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers one request with `answer`. @returns the answer as the reader sees it, not read yet */
async function ask(answer: (response: ServerResponse) => Promise<void>): Promise<{ response: IncomingMessage; answered: Promise<void> }> {
  const { promise: answered, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer((_request, response) => void answer(response).then(resolve, reject)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const sent = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return { response, answered };
}

async function* messages(...all: readonly StreamedEvent[]): AsyncGenerator<StreamedEvent, void, undefined> {
  yield* all;
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return text;
}

describe('an event stream', () => {
  it('writes an id and one line of JSON for each frame, and remarks as comments', async () => {
    const { response } = await ask((to) =>
      sendEvents(to, messages({ comment: 'waiting' }, { id: '1-0', data: 'a\nb' }, { id: '1-1', data: '[DONE]' })),
    );
    expect(response.headers['content-type']).toBe('text/event-stream');
    expect(await textOf(response)).toBe(': waiting\n\nid: 1-0\ndata: "a\\nb"\n\nid: 1-1\ndata: "[DONE]"\n\n');
  });

  it('is 204 when there are no messages', async () => {
    const { response } = await ask((to) => sendEvents(to, messages()));
    expect(response.statusCode).toBe(204);
    response.resume();
  });

  it('requests no more than its reader takes, and continues when the reader reads again', async () => {
    let asked = 0;
    const most = 400;
    async function* flood(): AsyncGenerator<StreamedEvent, void, undefined> {
      for (; asked < most; asked += 1) yield { id: `${asked}-0`, data: 'x'.repeat(100_000) };
    }
    const { promise: writer, resolve } = Promise.withResolvers<ServerResponse>();
    const { response, answered } = await ask((to) => {
      resolve(to);
      return sendEvents(to, flood());
    });
    const to = await writer;
    await eventually(() => expect(to.writableNeedDrain).toBe(true));
    expect(asked).toBeLessThan(most);
    expect((await textOf(response)).length).toBeGreaterThan(most * 100_000);
    await answered;
  });

  it('cuts off a reader that takes nothing for too long (AC-75)', async () => {
    let isReleased = false;
    async function* flood(): AsyncGenerator<StreamedEvent, void, undefined> {
      try {
        for (;;) yield { id: '1-0', data: 'x'.repeat(100_000) };
      } finally {
        isReleased = true;
      }
    }
    const { response, answered } = await ask((to) => sendEvents(to, flood(), 50));
    await answered;
    expect(isReleased).toBe(true);
    response.destroy();
  });
});
