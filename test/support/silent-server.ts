import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external system that accepts every request and answers none until `answerAll`. */
export interface SilentServer {
  readonly url: string;
  /** Requests that wait for an answer at the moment. */
  readonly waiting: number;
  /** Answers the requests that wait with 200 and `{}`. */
  answerAll(): void;
  close(): Promise<void>;
}

export async function startSilentServer(): Promise<SilentServer> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    waiting.add(response);
    response.once('close', () => waiting.delete(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get waiting() {
      return waiting.size;
    },
    answerAll: () => {
      for (const response of waiting) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
