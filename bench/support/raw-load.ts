import { connect, type Socket } from 'node:net';
import { quantile } from './statistics.js';

/** What every request of a load is; each connection has one request in the air at a time. */
export interface RawLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests that are sent a second, however the answers come. Absent: each connection sends its next one when it has its answer. */
  readonly perSecond?: number;
  /** Who is refused asks again after the time that it was told, and not at once. */
  readonly obeys?: boolean;
}

export interface RawResult {
  /** All of these a second. */
  readonly asked: number;
  readonly answered: number;
  /** Answers with 200 within a second from when the request was due. */
  readonly served: number;
  readonly refused: number;
  /** From when the request was due, although no connection may have been free then. */
  readonly servedMs: { readonly p50: number; readonly p99: number };
  readonly refusedMs: { readonly p50: number; readonly p99: number };
  /** Requests without an answer, or with another than 200 and 503. */
  readonly failed: number;
  /** Processor time of this process for each request, in microseconds. */
  readonly ownUs: number;
}

const inTimeMs = 1000;
const patienceMs = 15_000;

/**
 * Sends requests over plain sockets, made beforehand, and looks at no more of an answer than its status and length: so cheap that the
 * sender on the same machine takes little from the server.
 */
export async function driveRaw(load: RawLoad): Promise<RawResult> {
  return new RawDrive(load).run();
}

class RawDrive {
  readonly #request: Buffer;
  readonly #free: Connection[] = [];
  readonly #overdue: number[] = [];
  readonly #latencies = new Map<number, number[]>();
  #asked = 0;
  #isOver = false;

  constructor(private readonly load: RawLoad) {
    const { pathname, host } = new URL(load.url);
    const headers = { host, 'content-type': 'application/json', ...load.headers, 'content-length': String(Buffer.byteLength(load.body)) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#request = Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${load.body}`);
  }

  async run(): Promise<RawResult> {
    const { connections, seconds } = this.load;
    const all = await Promise.all(Array.from({ length: connections }, () => this.#connect()));
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await (this.load.perSecond === undefined ? this.#closedLoop(all) : this.#openLoop(startedAt, this.load.perSecond));
    const elapsed = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(before);
    const ownUs = (user + system) / Math.max(1, this.#asked);
    this.#isOver = true;
    for (const until = performance.now() + patienceMs; this.#free.length < connections && performance.now() < until;) await pause(10);
    for (const { socket } of all) socket.destroy();
    return this.#result(Math.max(elapsed, seconds), ownUs);
  }

  async #connect(): Promise<Connection> {
    const { hostname, port } = new URL(this.load.url);
    const socket = connect(Number(port), hostname).setNoDelay(true);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const connection: Connection = { socket, dueAt: 0 };
    socket.on('data', (chunk: Buffer) => this.#read(connection, chunk));
    socket.on('error', () => undefined);
    this.#free.push(connection);
    return connection;
  }

  async #closedLoop(all: readonly Connection[]): Promise<void> {
    this.#free.length = 0;
    for (const connection of all) this.#send(connection, performance.now());
    await pause(this.load.seconds * 1000);
  }

  async #openLoop(startedAt: number, perSecond: number): Promise<void> {
    const total = perSecond * this.load.seconds;
    for (let due = 0; due < total; await pause(1)) {
      const now = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
      for (; due < now; due += 1) this.#sendOrWait(startedAt + (due / perSecond) * 1000);
    }
  }

  #sendOrWait(dueAt: number): void {
    // In turn: one that is idle for long is closed by the server, and a request on it would get no answer.
    const connection = this.#free.shift();
    if (connection === undefined) this.#overdue.push(dueAt);
    else this.#send(connection, dueAt);
  }

  #send(connection: Connection, dueAt: number): void {
    this.#asked += 1;
    connection.dueAt = dueAt;
    connection.socket.write(this.#request);
  }

  #read(connection: Connection, chunk: Buffer): void {
    const answer = connection.partial === undefined ? chunk : Buffer.concat([connection.partial, chunk]);
    connection.partial = isWhole(answer) ? undefined : answer;
    if (connection.partial !== undefined) return;
    const status = Number(answer.toString('latin1', 9, 12));
    const now = performance.now();
    const latencies = this.#latencies.get(status) ?? [];
    if (latencies.push(now - connection.dueAt) === 1) this.#latencies.set(status, latencies);
    if (this.#isOver) this.#free.push(connection);
    else if (status === 503 && this.load.obeys === true) void this.#sendLater(connection, answer);
    else if (this.load.perSecond === undefined) this.#send(connection, now);
    else this.#sendNext(connection);
  }

  async #sendLater(connection: Connection, answer: Buffer): Promise<void> {
    const seconds = /\r\nretry-after: (\d+)/i.exec(answer.toString('latin1'))?.[1] ?? '1';
    await pause(Number(seconds) * 1000);
    if (this.#isOver) this.#free.push(connection);
    else this.#send(connection, performance.now());
  }

  #sendNext(connection: Connection): void {
    const dueAt = this.#overdue.shift();
    if (dueAt === undefined) this.#free.push(connection);
    else this.#send(connection, dueAt);
  }

  #result(seconds: number, ownUs: number): RawResult {
    const [served, refused] = [this.#latencies.get(200) ?? [], this.#latencies.get(503) ?? []];
    const answered = [...this.#latencies.values()].reduce((sum, { length }) => sum + length, 0);
    const spread = (ms: readonly number[]) => ({ p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) });
    return {
      asked: (this.#asked + this.#overdue.length) / seconds,
      answered: answered / seconds,
      served: served.filter((ms) => ms <= inTimeMs).length / seconds,
      refused: refused.length / seconds,
      servedMs: spread(served),
      refusedMs: spread(refused),
      failed: this.#asked + this.#overdue.length - served.length - refused.length,
      ownUs,
    };
  }
}

interface Connection {
  readonly socket: Socket;
  dueAt: number;
  partial?: Buffer | undefined;
}

function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  // Ours always name their length, or end in the last chunk.
  return length === undefined ? answer.toString('latin1', answer.length - 5) === '0\r\n\r\n' : answer.length >= end + 4 + Number(length);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
