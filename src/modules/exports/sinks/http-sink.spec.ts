import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { HttpSink } from './http-sink.js';

const batch = { number: 1, at: '2031-03-04T05:06:07.000Z', hash: 'the-hash', text: 'one\ntwo\n', place: 0 };
let outbound: PolicedHttp;
let receiver: Server;
let url: string;
let seen: { readonly method: string | undefined; readonly headers: IncomingHttpHeaders; readonly body: string }[];
let status: number;

beforeEach(async () => {
  outbound = new PolicedHttp({ allow: ['127.0.0.1'] });
  [seen, status] = [[], 204];
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method, headers: request.headers, body });
      if (request.url === '/kept') response.writeHead(200).end();
      else response.writeHead(status, { location: '/kept' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/batches`;
});
afterEach(async () => {
  await outbound.close();
  receiver.closeAllConnections();
  receiver.close();
  await once(receiver, 'close');
});

const deliver = (signal = new AbortController().signal): Promise<void> =>
  new HttpSink(outbound, { url, headers: { authorization: 'Bearer x' } }).deliver(batch, signal);

describe('a receiver over HTTP', () => {
  it('gets the text of a batch under its hash, with the headers of its consumer', async () => {
    await deliver();
    expect(seen).toMatchObject([
      {
        method: 'POST',
        body: batch.text,
        headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': 'the-hash', authorization: 'Bearer x' },
      },
    ]);
  });

  it.each([400, 413, 429, 500, 503])('has not kept a batch that it answers with %i', async (answer) => {
    status = answer;
    await expect(deliver()).rejects.toThrow(`The receiver answered with ${answer}`);
  });

  it.each([301, 302, 303, 307])('has not kept a batch that it sends elsewhere with %i', async (answer) => {
    status = answer;
    await expect(deliver()).rejects.toThrow('The receiver answered with a redirect');
  });

  it('is not waited for when the process stops', async () => {
    await expect(deliver(AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
