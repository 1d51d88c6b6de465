import { setTimeout as delay } from 'node:timers/promises';
import { TestBed, freePort, type Subject } from '../support/bed.js';
import { modelsFileIn, startProvider, type BenchProvider } from '../support/fake-provider.js';
import { Inspector, inspectable } from '../support/forced-collection.js';
import { chunksOf, delaysOf, deltasOf } from '../support/read-text.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { readStream, type ReadStream } from '../support/stream-reader.js';
import { block, chain, deploy } from '../support/workflows.js';

const quick = 'deltas:3:5';
/** Writes for as long as it takes to open all streams and to measure them. */
const slow = 'deltas:90:1000';
const streams = 500;
const warmUp = 30;
const replies = 200;
/** Streams are opened this far apart, in ms. */
const apartMs = 40;
const mostTries = 20;

type Rows = (string | number)[][];

/** How long the first words of a model take to a visitor, and what 500 visitors who read replies cost. */
export async function chat(): Promise<Section> {
  const bed = await TestBed.open();
  const provider = await startProvider();
  try {
    const port = await freePort();
    const server = await bed.server('chat', { ...(await modelsFileIn(bed.folder, provider)), ...inspectable(port) });
    const visits = new Visits(server, provider);
    await visits.open();
    const rows = [...(await firstFrames(visits)), ...(await openStreams(visits, server.pid, port))];
    return {
      title: 'Chats',
      columns: ['What', 'Measured', 'Baseline beside it', 'Budget'],
      rows,
      notes: [
        `A chat whose workflow is an agent. First frame: from when the model sends its first token until a visitor has it, ${replies} messages one after the other; baseline: a client that reads the model itself, in turns. Open streams: ${streams} visitors, each reading a reply of one token a second; memory after a forced collection, before and while all are open. ${visits.refused} messages were refused for the load and sent again. Clocks count whole milliseconds. All processes share the machine.`,
      ],
    };
  } finally {
    await bed.close();
    provider.stop();
  }
}

async function firstFrames(visits: Visits): Promise<Rows> {
  for (let message = 0; message < warmUp; message += 1) await visits.say(quick);
  await visits.forget();
  const [own, plain]: [Said[], Said[]] = [[], []];
  for (let message = 0; message < replies; message += 1) {
    own.push(await visits.say(quick));
    plain.push(await visits.ask(quick));
  }
  const [reply, direct] = [await visits.firstDelays(own, chunksOf), await visits.firstDelays(plain, deltasOf)];
  return [["first frame after the model's first token, p50; p99 ms", pair(reply), pair(direct), 'p50 30']];
}

async function openStreams(visits: Visits, pid: number, port: number): Promise<Rows> {
  const inspector = await Inspector.attach(pid, port);
  try {
    const before = await inspector.memory();
    const reading: Promise<Said>[] = [];
    for (let visitor = 0; visitor < streams; visitor += 1) {
      const reply = visits.say(slow);
      // It is awaited below, unless something else fails before.
      reply.catch(() => undefined);
      reading.push(reply);
      await delay(apartMs);
    }
    await visits.untilOpen(streams);
    const during = await inspector.memory();
    const open = await visits.openStreams();
    await Promise.all(reading);
    const added = during.residentMb - before.residentMb;
    return [
      ['streams that were open at once', open, '', streams],
      ['memory in use, MB', round(during.usedMb), round(before.usedMb), ''],
      ['resident memory, MB', round(during.residentMb), round(before.residentMb), ''],
      ['the same: added by all streams, MB', round(added), '', '100'],
    ];
  } finally {
    inspector.close();
  }
}

interface Said {
  readonly number: number;
  readonly stream: ReadStream;
}

/** Visitors of one chat for each model; each message is one of a new visitor. */
class Visits {
  #said = 0;
  /** Messages that the server refused because of its load. They were sent again. */
  refused = 0;

  constructor(
    private readonly server: Subject,
    private readonly provider: BenchProvider,
  ) {}

  async open(): Promise<void> {
    for (const model of [quick, slow]) {
      const workflowId = await deploy(this.server, agentOf(model));
      const outputConfigs = [{ blockId: await agentIn(this.server, workflowId), path: 'content' }];
      const made = await this.server.call('POST', '/api/chat', { workflowId, identifier: chatOf(model), title: model, outputConfigs });
      if (made.status !== 200) throw new Error(`The chat was refused: ${JSON.stringify(made.body)}`);
    }
  }

  async forget(): Promise<void> {
    await this.provider.forget();
  }

  async say(model: string): Promise<Said> {
    const number = (this.#said += 1);
    for (let tries = 0; ; tries += 1) {
      const stream = await readStream(`${this.server.url}/api/chat/${chatOf(model)}`, { headers: {}, body: { input: questionOf(number) } });
      if (stream.status === 200) return { number, stream };
      if (tries === mostTries) throw new Error(`A message was refused with ${stream.status}: ${textOf(stream)}`);
      this.refused += 1;
      await delay(Math.min(2000, 100 * 2 ** tries));
    }
  }

  async ask(model: string): Promise<Said> {
    const number = (this.#said += 1);
    const body = { model, stream: true, messages: [{ role: 'user', content: questionOf(number) }] };
    return { number, stream: await readStream(`${this.provider.url}/v1/chat/completions`, { headers: {}, body }) };
  }

  async firstDelays(said: readonly Said[], pieces: typeof chunksOf): Promise<readonly number[]> {
    const sent = new Map((await this.provider.requests()).map(({ body, sentAtMs }) => [lastTextOf(body), sentAtMs]));
    return said.map(({ number, stream }) => delaysOf(pieces(stream), sent.get(questionOf(number)) ?? [])[0] ?? Number.NaN);
  }

  /** How many streams of visitors the server counts. */
  async openStreams(): Promise<number> {
    const text = await (await fetch(`${this.server.url}/metrics`)).text();
    return Number(/^sluice_chat_streams_open (\d+)$/m.exec(text)?.[1] ?? 0);
  }

  async untilOpen(count: number): Promise<void> {
    for (let turn = 0; turn < 60 && (await this.openStreams()) < count; turn += 1) await delay(500);
  }
}

/** The import has given the blocks new ids. */
async function agentIn(server: Subject, workflowId: string): Promise<string> {
  const { body } = await server.call('GET', `/api/v1/workflows/${workflowId}/state`);
  const { blocks } = (body as { data: { state: { blocks: Readonly<Record<string, { type: string }>> } } }).data.state;
  return Object.keys(blocks).find((id) => blocks[id]?.type === 'agent') ?? '';
}

function chatOf(model: string): string {
  return model.replaceAll(':', '-');
}

function questionOf(number: number | string): string {
  return `Question ${number}`;
}

function lastTextOf(body: unknown): string | undefined {
  return (body as { messages: readonly { content: string }[] }).messages.at(-1)?.content;
}

function textOf({ pieces }: ReadStream): string {
  return Buffer.concat(pieces.map(([, bytes]) => bytes)).toString();
}

function agentOf(model: string): unknown {
  return chain(`Agent with ${model}`, [
    block('start', 'start_trigger', {}),
    block('agent', 'agent', { model: `fake/${model}`, messages: [{ role: 'user', content: '<start.input>' }] }),
  ]);
}

function pair(values: readonly number[]): string {
  return `${round(quantile(values, 0.5), 1)}; ${round(quantile(values, 0.99), 1)}`;
}
