import { connect, type Socket } from 'node:net';
import { TestBed, type Subject } from '../support/bed.js';
import { askAsOthers, type Other, type OthersResult } from '../support/other-clients.js';
import type { Section } from '../support/report.js';
import { median, round } from '../support/statistics.js';
import { deploy, noOp } from '../support/workflows.js';

const clients = 64;
const rounds = 8;
const seconds = 2;
const paths = ['/metrics', '/docs', '/docs/plain', '/openapi.json'];

/** What other clients see while many clients request the routes that need no key, without a pause. */
export async function openRoutes(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const server = await bed.server('open_routes');
    const id = await deploy(server, noOp);
    const others: readonly Other[] = [
      async ({ call }) => (await call('GET', '/api/v1/workspaces')).status,
      async ({ call }) => (await call('POST', `/api/workflows/${id}/execute`, { n: 1 })).status,
    ];
    await askAsOthers(server, others, 3);
    const rows: (string | number)[][] = [];
    for (const path of paths) rows.push(await rowOf(server, path, others));
    return {
      title: 'Open routes',
      columns: ['route', 'answers/s', 'KB each', 'others p50 ms without', 'with', 'ratio', 'others p99 ms without', 'with', 'failed'],
      rows,
      notes: [
        `Medians of ${rounds} rounds of ${seconds} s without and with ${clients} clients that request the route and send the next request as soon as they have the answer, in turn. They ask for no compression, and look at nothing but the length. Others: one client that reads a list and runs a workflow, in turn. All clients are on the same cores as the server, so the ratio contains what the ${clients} clients take from it themselves.`,
      ],
    };
  } finally {
    await bed.close();
  }
}

async function rowOf(server: Subject, path: string, others: readonly Other[]): Promise<(string | number)[]> {
  const without: OthersResult[] = [];
  const beside: OthersResult[] = [];
  let answers = 0;
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    without.push(await askAsOthers(server, others, seconds));
    const flood = await Flood.begin(server.url, path);
    beside.push(await askAsOthers(server, others, seconds));
    flood.end();
    answers += flood.answers;
    bytes += flood.bytes;
  }
  const p50 = (results: readonly OthersResult[]): number => median(results.map(({ p50Ms }) => p50Ms));
  const p99 = (results: readonly OthersResult[]): number => median(results.map(({ p99Ms }) => p99Ms));
  const failed = [...without, ...beside].reduce((sum, each) => sum + each.refused + each.failed, 0);
  return [
    `\`${path}\``,
    round(answers / (rounds * seconds)),
    round(bytes / Math.max(1, answers) / 1000),
    p50(without),
    p50(beside),
    round(p50(beside) / p50(without), 2),
    p99(without),
    p99(beside),
    failed,
  ];
}

/** Clients on plain sockets that request one path in a closed loop, and count bytes only. */
class Flood {
  answers = 0;
  bytes = 0;
  readonly #sockets: Socket[] = [];

  private constructor(private readonly request: string) {}

  static async begin(url: string, path: string): Promise<Flood> {
    const { hostname, port } = new URL(url);
    const flood = new Flood(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    for (let client = 0; client < clients; client += 1) {
      const socket = connect(Number(port), hostname);
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      flood.#loop(socket);
    }
    return flood;
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #loop(socket: Socket): void {
    let left = 0;
    socket.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      if (left === 0) left = lengthOf(chunk);
      left -= chunk.length;
      if (left > 0) return;
      left = 0;
      this.answers += 1;
      socket.write(this.request);
    });
    socket.on('error', () => undefined);
    this.#sockets.push(socket);
    socket.write(this.request);
  }
}

/** Bytes of the answer that begins with this chunk, its headers included. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(chunk.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('The server did not state the length of its answer');
  return end + 4 + Number(length);
}
