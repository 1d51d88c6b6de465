import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external system that answers `{"stored": true}` when the test says so. */
export interface GatedServer {
  readonly url: string;
  /** Idempotency-Keys of all requests so far, in order. */
  readonly keys: readonly string[];
  /** Answers the requests that wait, and from now on every request at once. */
  open(): void;
  close(): Promise<void>;
}

export async function startGatedServer(): Promise<GatedServer> {
  const keys: string[] = [];
  const waiting: ServerResponse[] = [];
  let isOpen = false;
  const answer = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":true}');
  };
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    request.resume();
    if (isOpen) answer(response);
    else waiting.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    open: () => {
      isOpen = true;
      for (const response of waiting.splice(0)) answer(response);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
