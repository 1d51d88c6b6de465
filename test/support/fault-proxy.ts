import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What a fault does with the next connection. It ends or serves the client in place of the database. */
export type Fault = (client: Socket) => void;

/** A TCP proxy in front of PostgreSQL, whose faults a test chooses. */
export interface FaultProxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** The next connections have these faults, in order; later ones reach the database. */
  failNext(...faults: readonly Fault[]): void;
  /** Loses the next answer of the database, and the connection with it. */
  loseAnswer(): void;
  /**
   * Loses each connection whose client sends bytes that match, until `restore`: the database is unavailable for these statements. Once an
   * `outage` has begun, no connection works.
   */
  failStatements(pattern: RegExp, kind?: 'these' | 'outage'): void;
  /** From now on what follows these bytes in an answer arrives a moment later, in another packet. */
  splitAnswers(behind: Buffer): void;
  /** The machine of the database vanishes: what is connected hears nothing any more, not even an end. New connections reach what is there then. */
  vanish(): void;
  /** Breaks all connections; the database notices when it answers. */
  cut(): void;
  /** Number of connections that `failStatements` has lost. */
  readonly lost: number;
  restore(): void;
  close(): Promise<void>;
}

export async function startFaultProxy(connectionString: string, port = 0): Promise<FaultProxy> {
  const target = new URL(connectionString);
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  const vanishings = new Set<() => void>();
  const cuts = new Set<() => void>();
  let losesAnswer = false;
  let failing: { readonly pattern: RegExp; readonly kind: 'these' | 'outage' } | undefined;
  let isOut = false;
  let splitBehind: Buffer | undefined;
  let lost = 0;
  const serve = (client: Socket): void => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || '5432') });
    sockets.add(upstream.on('error', () => undefined));
    let isGone = false;
    vanishings.add(() => (isGone = true));
    const cut = (): void => {
      if (isGone) return;
      client.destroy();
      upstream.destroy();
    };
    cuts.add(cut);
    client.on('data', (bytes: Buffer) => {
      if (isGone) return;
      if (failing !== undefined && (isOut || failing.pattern.test(bytes.toString('latin1')))) {
        lost += 1;
        isOut = failing.kind === 'outage';
        return cut();
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => {
      if (isGone) return;
      if (losesAnswer) {
        losesAnswer = false;
        return cut();
      }
      const at = splitBehind === undefined ? -1 : bytes.indexOf(splitBehind);
      if (splitBehind === undefined || at < 0) return client.write(bytes);
      const end = at + splitBehind.length;
      client.setNoDelay().write(bytes.subarray(0, end));
      upstream.pause();
      setTimeout(() => {
        client.write(bytes.subarray(end));
        upstream.resume();
      }, 10);
    });
    client.on('close', cut);
    upstream.on('close', cut);
  };
  const proxy = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    if (isOut) return void client.destroy();
    const fault = faults.shift();
    if (fault === undefined) serve(client);
    else fault(client);
  });
  proxy.listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(connectionString);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  // An embedded server is reached by its socket, past every proxy.
  url.searchParams.delete('host');
  return {
    url: url.href,
    get lost() {
      return lost;
    },
    failNext: (...next) => void faults.push(...next),
    loseAnswer: () => (losesAnswer = true),
    failStatements: (pattern, kind = 'these') => (failing = { pattern, kind }),
    cut: () => cuts.forEach((cut) => cut()),
    vanish: () => vanishings.forEach((vanish) => vanish()),
    splitAnswers: (behind) => (splitBehind = behind),
    restore: () => {
      failing = undefined;
      isOut = false;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** Answers a connection with an error, as PostgreSQL does before it ends the session. */
export function refuseWith(code: string, message: string): Fault {
  return (client) => client.once('data', () => client.end(errorResponse(code, message)));
}

/** Accepts a connection, and ends it in the packet that says that it is ready. */
export const endAtOnce: Fault = (client) => {
  const accepted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const ended = errorResponse('57P01', 'terminating connection due to administrator command');
  client.once('data', () => client.end(Buffer.concat([accepted, ready, ended])));
};

function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
