import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy between a client and a server that breaks connections on request. */
export interface CuttingProxy {
  readonly url: string;
  /** Number of connections so far. */
  readonly connections: number;
  /** Breaks each of the next connections after the given number of response bytes, in order. Later connections are not broken. */
  cutAfter(...bytes: readonly number[]): void;
  /** Breaks all connections. Later ones lead to another server. */
  turnTo(target: string): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let { hostname, port } = new URL(target);
  const cuts: number[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const limit = cuts.shift();
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) open.add(socket);
    let passed = 0;
    upstream.on('data', (part: Buffer) => {
      passed += part.length;
      if (limit !== undefined && passed > limit) {
        client.end(part.subarray(0, Math.max(0, part.length - (passed - limit))), () => client.destroy());
        upstream.destroy();
      } else client.write(part);
    });
    client.on('data', (part: Buffer) => upstream.write(part));
    const both = (): void => {
      for (const socket of [client, upstream]) socket.destroy();
    };
    for (const socket of [client, upstream]) socket.on('close', both).on('error', both);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    cutAfter: (...bytes) => void cuts.push(...bytes),
    turnTo: (next) => {
      ({ hostname, port } = new URL(next));
      for (const socket of open) socket.destroy();
      open.clear();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
