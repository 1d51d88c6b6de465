import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An outside system that writes down what it was asked to do, and under which Idempotency-Key. */
export interface EffectSink {
  readonly url: string;
  /** Bodies that came with each key. */
  readonly seen: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}

/** `statusOf` says what requests to a path are answered with. */
export async function startEffectSink(delayMs = (): number => 0, statusOf = (_path: string): number => 200): Promise<EffectSink> {
  const seen = new Map<string, string[]>();
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key']);
      seen.set(key, [...(seen.get(key) ?? []), body]);
      const status = statusOf(request.url ?? '');
      setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end('{"stored":true}'), delayMs());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
