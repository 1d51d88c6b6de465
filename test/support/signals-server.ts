import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { freePort } from './server-process.js';

/** A Redis or Valkey server that a test stops, freezes and wipes. It keeps its address. */
export interface SignalsServer {
  readonly address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Connections stay open, and nothing is answered until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Deletes everything that it knows, and ends the connections of its clients. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

export const serverPassword = 'p@ss word/%';

function addressAt(port: number): string {
  return `redis://:${encodeURIComponent(serverPassword)}@127.0.0.1:${port}`;
}

const program = ['redis-server', 'valkey-server']
  .flatMap((name) => (process.env['PATH'] ?? '').split(':').map((folder) => `${folder}/${name}`))
  .find((path) => existsSync(path));

/** The servers that a suite can be run with: one of the tests, and that of the machine if it has one. */
export const signalsServers: readonly (readonly [string, () => Promise<SignalsServer>])[] = [
  ['a small server', startSmallServer],
  ...(program === undefined ? [] : [[program, () => startProgram(program)] as const]),
];

/** Speaks as much of the protocol as channels need, over TCP. */
export async function startSmallServer(): Promise<SignalsServer> {
  const port = await freePort();
  const clients = new Set<Client>();
  let listening: Server | undefined;
  let isFrozen = false;
  const start = async (): Promise<void> => {
    listening = createServer((socket) => void clients.add(new Client(socket, clients, () => isFrozen)));
    listening.listen(port, '127.0.0.1');
    await once(listening, 'listening');
  };
  const cut = (): void => {
    for (const client of clients) client.end();
  };
  const stop = async (): Promise<void> => {
    const server = listening;
    listening = undefined;
    if (server === undefined) return;
    server.close();
    cut();
    await once(server, 'close');
  };
  await start();
  return {
    address: addressAt(port),
    start,
    stop,
    freeze: () => void (isFrozen = true),
    thaw: () => {
      isFrozen = false;
      for (const client of clients) client.work();
    },
    wipe: async () => cut(),
    close: stop,
  };
}

class Client {
  readonly #channels = new Set<string>();
  #unread = '';
  #isAllowed = false;

  constructor(
    private readonly socket: Socket,
    private readonly all: Set<Client>,
    private readonly isFrozen: () => boolean,
  ) {
    // One character a byte, since lengths count bytes.
    socket.setEncoding('latin1').setNoDelay();
    socket.on('data', (text: string) => {
      this.#unread += text;
      this.work();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.all.delete(this));
  }

  end(): void {
    this.socket.destroy();
  }

  work(): void {
    if (this.isFrozen()) return;
    for (let command = this.#next(); command !== undefined; command = this.#next()) this.socket.write(this.#answer(command), 'latin1');
  }

  hear(channel: string, text: string): boolean {
    if (!this.#channels.has(channel)) return false;
    this.socket.write(array('message', channel, text), 'latin1');
    return true;
  }

  /** The next whole command of what was received. */
  #next(): readonly string[] | undefined {
    const head = /^\*(\d+)\r\n/.exec(this.#unread);
    if (head === null) return undefined;
    let at = head[0].length;
    const words: string[] = [];
    for (let word = 0; word < Number(head[1]); word += 1) {
      const length = /^\$(\d+)\r\n/.exec(this.#unread.slice(at));
      if (length === null) return undefined;
      const from = at + length[0].length;
      at = from + Number(length[1]) + 2;
      if (this.#unread.length < at) return undefined;
      words.push(this.#unread.slice(from, at - 2));
    }
    this.#unread = this.#unread.slice(at);
    return words;
  }

  #answer([name = '', ...words]: readonly string[]): string {
    const command = name.toLowerCase();
    if (command === 'auth') {
      this.#isAllowed = words.at(-1) === serverPassword;
      return this.#isAllowed ? '+OK\r\n' : '-WRONGPASS invalid username-password pair or user is disabled.\r\n';
    }
    if (!this.#isAllowed) return '-NOAUTH Authentication required.\r\n';
    if (command === 'ping') return '+PONG\r\n';
    if (command === 'publish') {
      const [channel = '', text = ''] = words;
      return `:${[...this.all].filter((client) => client.hear(channel, text)).length}\r\n`;
    }
    if (command !== 'subscribe' && command !== 'unsubscribe') return `-ERR unknown command '${name}'\r\n`;
    return words
      .map((channel) => {
        if (command === 'subscribe') this.#channels.add(channel);
        else this.#channels.delete(channel);
        return array(command, channel, this.#channels.size);
      })
      .join('');
  }
}

function array(...parts: readonly (string | number)[]): string {
  const words = parts.map((part) => (typeof part === 'number' ? `:${part}\r\n` : `$${part.length}\r\n${part}\r\n`));
  return `*${parts.length}\r\n${words.join('')}`;
}

async function startProgram(path: string): Promise<SignalsServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const settings = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    tmpdir(),
    '--requirepass',
    serverPassword,
  ];
  const start = async (): Promise<void> => {
    child = spawn(path, settings.map(String), { stdio: 'ignore' });
    await eventually(() => asOperator((redis) => redis.ping()));
  };
  const asOperator = async (work: (redis: Redis) => Promise<unknown>): Promise<void> => {
    const redis = new Redis(addressAt(port), { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      await work(redis);
    } finally {
      redis.disconnect();
    }
  };
  const stop = async (): Promise<void> => {
    const stopping = child;
    child = undefined;
    if (stopping === undefined) return;
    stopping.kill('SIGKILL');
    await once(stopping, 'exit');
  };
  await start();
  return {
    address: addressAt(port),
    start,
    stop,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    wipe: () =>
      asOperator(async (redis) => {
        await redis.flushall();
        for (const kind of ['pubsub', 'normal']) await redis.call('client', 'kill', 'type', kind, 'skipme', 'yes');
      }),
    close: stop,
  };
}
