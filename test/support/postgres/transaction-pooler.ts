import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';

/** A pooler in transaction mode. */
export interface TransactionPooler {
  /** The address of the database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

interface Request {
  readonly client: Socket;
  readonly bytes: Buffer;
}

/**
 * In place of PgBouncer with `pool_mode = transaction`: all clients share one session of the server, which serves a client until its
 * transaction has ended.
 */
export async function startTransactionPooler(connectionString: string): Promise<TransactionPooler> {
  const upstream = await loggedIn(connectionString);
  const sockets = new Set<Socket>();
  const waiting: Request[] = [];
  let serving: Socket | undefined;
  const next = (): void => {
    const request = waiting.find(({ client }) => serving === undefined || client === serving);
    if (request === undefined) return;
    waiting.splice(waiting.indexOf(request), 1);
    serving = request.client;
    upstream.write(request.bytes);
  };
  upstream.on('data', (bytes: Buffer) => {
    serving?.write(bytes);
    // A packet that ends with "ready for query" and the state "idle" ends the transaction.
    if (bytes.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))) serving = undefined;
    next();
  });
  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    client.once('data', () => {
      client.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]));
      client.on('data', (bytes: Buffer) => {
        if (bytes[0] === 0x58) return void client.end();
        waiting.push({ client, bytes });
        next();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(connectionString);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  url.searchParams.delete('host');
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      upstream.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The socket of a session that has begun. The driver logs in and leaves it. */
async function loggedIn(connectionString: string): Promise<Socket> {
  const url = new URL(connectionString);
  url.searchParams.delete('host');
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  await once(socket, 'connect');
  // The driver connects a socket that it is given; this one is connected, so only its announcement is missing.
  const stream = Object.assign(socket, { connect: () => setImmediate(() => socket.emit('connect')) });
  const client = new pg.Client({ connectionString: url.href, stream: () => stream });
  client.on('error', () => undefined);
  await client.connect();
  socket.removeAllListeners('data');
  return socket;
}
