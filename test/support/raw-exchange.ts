import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection to a server, with what has come back on it so far. */
export interface RawConnection {
  readonly socket: Socket;
  readonly text: () => string;
}

/** Connects to a server and sends bytes as they are. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(bytes);
  return { socket, text: () => text };
}
