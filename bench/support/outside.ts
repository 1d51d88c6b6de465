import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An external system that notes under which Idempotency-Keys it was asked for the same thing. */
export interface Outside {
  readonly url: string;
  /** How many requests arrived. */
  readonly requests: number;
  /** Things that were asked for under more than one key. */
  doubled(): number;
  close(): Promise<void>;
}

/** Takes up to `slowestMs` for a response. */
export async function startOutside(slowestMs: number): Promise<Outside> {
  const keys = new Map<string, Set<string>>();
  let requests = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests += 1;
      const asked = `${request.url ?? ''} ${body}`;
      keys.set(asked, (keys.get(asked) ?? new Set()).add(String(request.headers['idempotency-key'])));
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":true}'), Math.random() * slowestMs);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    doubled: () => [...keys.values()].filter(({ size }) => size > 1).length,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
