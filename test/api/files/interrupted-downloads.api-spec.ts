import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { eventually } from '../../support/eventually.js';
import { fileUrl, uploaded } from '../../support/file-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let address: string;

beforeAll(async () => {
  // The tests look at the open files of the server.
  server = await startTestApp({ inProcess: true });
  const { id } = await uploaded(server, 'long.bin', Buffer.alloc(8 * 1024 * 1024, 'long '));
  address = server.url + fileUrl(server, id);
}, 60_000);
afterAll(() => server.close());

const objects = () => server.app.get(ObjectStore);

afterEach(() => void Reflect.deleteProperty(objects(), 'open'));

/** Records all streams that are opened from now on. `meanwhile` runs before the caller gets a stream. */
function watchOpening(meanwhile: () => Promise<unknown> = async () => undefined): readonly Readable[] {
  const opened: Readable[] = [];
  const store = objects();
  const open = store.open.bind(store);
  store.open = async (...what) => {
    const bytes = await open(...what);
    opened.push(bytes);
    await meanwhile();
    return bytes;
  };
  return opened;
}

function download(): ClientRequest {
  const reading = request(address, { agent: false, headers: { 'x-api-key': server.first.apiKey } });
  // For the client its own disconnect is an error.
  reading.on('error', () => undefined);
  return reading.end();
}

describe('a client that disconnects', () => {
  it('leaves no file open in the middle of a download', async () => {
    const opened = watchOpening();
    const [answer] = (await once(download(), 'response')) as [IncomingMessage];
    await once(answer, 'data');
    answer.destroy();
    await eventually(async () => expect(opened.map(({ closed }) => closed)).toEqual([true]));
  });

  it('leaves no file open before the first byte', async () => {
    const asking = once(server.app.getHttpServer() as Server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const reading = download();
    const opened = watchOpening(async () => {
      const [, response] = await asking;
      reading.destroy();
      if (!response.closed) await once(response, 'close');
    });
    await eventually(async () => expect(opened.map(({ closed }) => closed)).toEqual([true]));
  });
});
