import { connect, type Socket } from 'node:net';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { askAsOthers, type Other, type OthersResult } from '../support/other-clients.js';
import type { Section } from '../support/report.js';
import { deploy, noOp } from '../support/workflows.js';

const seconds = 15;
const tickMs = 100;
const reopenMs = 5000;
/** Of all slow senders together. */
const bytesPerSecond = 1000;

interface Attack {
  readonly name: string;
  readonly sockets: number;
  readonly opening: string;
}

const post = (path: string, headers: string): string => `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 1000\r\n\r\n`;
const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
const keyed = `Content-Type: application/json\r\nX-API-Key: ${benchKey}\r\n`;

const attacks: readonly Attack[] = [
  { name: 'none', sockets: 0, opening: '' },
  { name: 'form bodies for the answer page, no key', sockets: 1050, opening: `${post('/resume/a/b', form)}t` },
  { name: 'JSON bodies for `/api/v1/workflows`, with a key', sockets: 1050, opening: `${post('/api/v1/workflows', keyed)}{` },
  { name: 'headers', sockets: 400, opening: 'POST /resume/a/b HTTP/1.1\r\nHost: x\r\nX-Slow: ' },
];

/** What other clients see while many connections send their requests as slowly as they can. */
export async function slowBodies(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('slow_bodies');
    const others = await othersOf(server);
    await askAsOthers(server, others, 2);
    const rows: (string | number)[][] = [];
    for (const attack of attacks) rows.push(await rowOf(server, attack, others));
    return {
      title: 'Slow bodies and headers',
      columns: [
        'slow',
        'connections',
        'requests of others',
        'with 503',
        'otherwise failed',
        'p50 ms',
        'p99 ms',
        'slow ones answered 408',
        '503',
        'ready',
      ],
      rows,
      notes: [
        `${seconds} s each, with the default settings: 1,000 places. All slow connections of a row send ${bytesPerSecond} bytes a second together, and a connection that the server closes is opened again 5 s later. Others: one client that reads a list, runs a workflow, writes a workspace and opens an answer page, in turn, from the same address. The senders are on the same machine.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function othersOf(server: Subject): Promise<readonly Other[]> {
  const id = await deploy(server, noOp);
  return [
    async ({ call }) => (await call('GET', '/api/v1/workspaces')).status,
    async ({ call }) => (await call('POST', `/api/workflows/${id}/execute`, { n: 1 })).status,
    async ({ call }) => (await call('POST', '/api/v1/workspaces', { name: 'Another' })).status,
    async ({ url }) => {
      const response = await fetch(`${url}/resume/a/b`);
      await response.text();
      return response.status;
    },
  ];
}

async function rowOf(server: Subject, attack: Attack, others: readonly Other[]): Promise<(string | number)[]> {
  const senders = new SlowSenders(server.url, attack);
  await senders.start();
  let result: OthersResult;
  let ready: number;
  try {
    result = await askAsOthers(server, others, seconds);
    ready = (await fetch(`${server.url}/health/ready`)).status;
  } finally {
    senders.stop();
  }
  const { requests, refused, failed, p50Ms, p99Ms } = result;
  const { answered } = senders;
  return [attack.name, attack.sockets, requests, refused, failed, p50Ms, p99Ms, answered.get(408) ?? 0, answered.get(503) ?? 0, ready];
}

/** Connections that send byte by byte. */
class SlowSenders {
  readonly answered = new Map<number, number>();
  readonly #sockets: Socket[] = [];
  readonly #waiting = new Set<NodeJS.Timeout>();
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly url: string,
    private readonly attack: Attack,
  ) {}

  async start(): Promise<void> {
    const { sockets } = this.attack;
    for (let index = 0; index < sockets; index += 1) {
      const socket = this.#open(index);
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    }
    if (sockets > 0) this.#timer = setInterval(() => this.#drip(), tickMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const timer of this.#waiting) clearTimeout(timer);
    for (const socket of this.#sockets) socket.removeAllListeners('close').destroy();
  }

  #open(index: number): Socket {
    const { hostname, port } = new URL(this.url);
    const socket = connect(Number(port), hostname);
    socket.write(this.attack.opening);
    socket.once('data', (chunk: Buffer) => {
      const status = Number(chunk.toString('latin1', 9, 12));
      this.answered.set(status, (this.answered.get(status) ?? 0) + 1);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => this.#openLater(index));
    this.#sockets[index] = socket;
    return socket;
  }

  #openLater(index: number): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#open(index);
    }, reopenMs);
    this.#waiting.add(timer);
  }

  #drip(): void {
    for (let sent = 0; sent < (bytesPerSecond * tickMs) / 1000; sent += 1) {
      this.#sockets[this.#next]?.write('x');
      this.#next = (this.#next + 1) % this.#sockets.length;
    }
  }
}
