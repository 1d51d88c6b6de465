import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** The processes of a cluster that serve one test: several of a role share its work. */
export interface RemoteMembers {
  /** The address on this machine that leads each new connection to the next of the API processes. */
  readonly url: string;
  close(): Promise<void>;
}

/** Where a process of the cluster takes orders, and the role that it has. */
export interface MemberPlace {
  readonly role: 'api' | 'worker' | 'follower';
  readonly host: string;
  readonly port: number;
}

/** The processes that are there for this process of tests. Empty: the tests do not run on a cluster. */
export function memberPlaces(): readonly MemberPlace[] {
  const { SLUICE_TEST_MEMBERS: members, JEST_WORKER_ID: worker = '1' } = process.env;
  const sets = members === undefined ? [] : (JSON.parse(members) as readonly (readonly MemberPlace[])[]);
  return sets[(Number(worker) - 1) % sets.length] ?? [];
}

type Reply = { readonly port?: number; readonly failed?: string; readonly log?: Readonly<Record<string, unknown>> };

/** Starts the application with these settings in each of the processes. */
export async function startRemoteMembers(
  places: readonly MemberPlace[],
  settings: Readonly<Record<string, string>>,
  onLog: (entry: Readonly<Record<string, unknown>>) => void,
): Promise<RemoteMembers> {
  const started = await Promise.all(places.map((place) => startMember(place, settings, onLog)));
  const apis = started.filter(({ place }) => place.role === 'api').map(({ place: { host }, port }) => ({ host, port }));
  const sockets = new Set<Socket>();
  let turns = 0;
  const server = createServer((client) => {
    const api = connect(apis[turns++ % apis.length] ?? { port: 0 });
    for (const [from, to] of [
      [client, api],
      [api, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
      from.pipe(to);
    }
    client.on('close', () => api.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    await Promise.all(started.map(({ stop }) => stop()));
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

interface StartedMember {
  readonly place: MemberPlace;
  readonly port: number;
  stop(): Promise<unknown>;
}

async function startMember(
  place: MemberPlace,
  settings: Readonly<Record<string, string>>,
  onLog: (entry: Readonly<Record<string, unknown>>) => void,
): Promise<StartedMember> {
  const socket = connect(place);
  await once(socket, 'connect');
  socket.write(`${JSON.stringify({ ...settings, SLUICE_ROLE: place.role })}\n`);
  const closed = once(socket, 'close');
  const port = await new Promise<number>((resolve, reject) => {
    socket.on('error', reject);
    const lines = createInterface(socket);
    lines.on('line', (text) => {
      const reply = JSON.parse(text) as Reply;
      if (reply.log !== undefined) onLog(reply.log);
      if (reply.port !== undefined) resolve(reply.port);
      if (reply.failed !== undefined) reject(new Error(`The ${place.role} process could not start: ${reply.failed}`));
    });
    lines.on('close', () => reject(new Error(`The ${place.role} process ended its connection`)));
  });
  const stop = (): Promise<unknown> => {
    socket.end();
    return closed;
  };
  return { place, port, stop };
}
