import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server, and breaks connections. */
export interface CuttingProxy {
  readonly url: string;
  /** How many connections were made. */
  readonly connections: number;
  /** The next connections break off after so many bytes of answers, in turn; those after them hold. */
  cutAfter(...bytes: readonly number[]): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
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
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
