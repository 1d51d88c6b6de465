import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An outside system that takes every request and never answers. */
export interface SilentServer {
  readonly url: string;
  /** Requests that wait for an answer at the moment. */
  readonly waiting: number;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  let waiting = 0;
  const server = createServer((_request, response) => {
    waiting += 1;
    response.once('close', () => (waiting -= 1));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get waiting() {
      return waiting;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
