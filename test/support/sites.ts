import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo, type Server, type Socket, createServer as createTcpServer } from 'node:net';

/** A server on a separate port that counts its connections. */
export interface Site {
  readonly port: number;
  readonly url: string;
  connections: number;
  /** Connections that have ended. */
  closed: number;
}

const cleanups: (() => unknown)[] = [];

/** Does something when the sites of a test are closed. */
export function afterSites(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

/** To be called after each test. */
export async function closeSites(): Promise<void> {
  await Promise.all(cleanups.splice(0).map(async (cleanup) => cleanup()));
}

export async function listen(server: Server, port = 0, host = '127.0.0.1'): Promise<Site> {
  const sockets = new Set<Socket>();
  await new Promise<void>((resolve, reject) => void server.on('error', reject).listen(port, host, resolve));
  const address = server.address() as AddressInfo;
  const site = { port: address.port, url: `http://${host}:${address.port}`, connections: 0, closed: 0 };
  server.on('connection', (socket) => {
    site.connections += 1;
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        site.closed += 1;
        sockets.delete(socket);
      });
  });
  afterSites(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return site;
}

export const web = (listener: RequestListener): Promise<Site> => listen(createServer(listener));
/** For answers that no HTTP server would give. */
export const raw = (answer: (socket: Socket) => void): Promise<Site> =>
  listen(createTcpServer((socket) => void socket.once('data', () => answer(socket))));
