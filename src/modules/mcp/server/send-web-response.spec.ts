import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { Response as HttpResponse } from 'express';
import { sendWebResponse } from './send-web-response.js';

describe('a response of the library', () => {
  it('is cancelled for a client that has left before it begins', async () => {
    const { promise: cancelled, resolve } = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      response.once('close', () => {
        void sendWebResponse(response as HttpResponse, new Response(new ReadableStream({ cancel: () => resolve() })));
      });
      request.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).on('error', () => undefined);
    await cancelled;
    server.close();
  });

  it('leaves no listeners behind for a client that reads slowly', async () => {
    const counts: number[] = [];
    const piece = new Uint8Array(256 * 1024);
    const server = createServer((_, response) => {
      let left = 40;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          counts.push(response.listenerCount('close') + response.listenerCount('error') + response.listenerCount('drain'));
          left -= 1;
          if (left < 0) controller.close();
          else controller.enqueue(piece);
        },
      });
      void sendWebResponse(response as HttpResponse, new Response(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    let bytes = 0;
    for await (const part of response) bytes += (part as Buffer).length;
    server.close();
    expect(bytes).toBe(40 * piece.length);
    expect(Math.max(...counts.slice(1))).toBeLessThanOrEqual(Number(counts[0]) + 2);
  });
});
