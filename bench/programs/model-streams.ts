import { setTimeout as delay } from 'node:timers/promises';
import { modelsFileIn, startProvider, type BenchProvider } from '../support/fake-provider.js';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import { Pinger, type Pings } from '../support/pinger.js';
import { usageOf } from '../support/processes.js';
import { chunksOf, delaysOf, deltasOf, faultsIn, type Faults } from '../support/read-text.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';
import { readStream, type ReadStream } from '../support/stream-reader.js';
import { block, chain, deploy } from '../support/workflows.js';

const streams = 200;
const [tokens, tokenMs] = [500, 20];
const heavy = `deltas:${tokens}:${tokenMs}`;
const light = 'deltas:3:5';
/** Starts are this far apart, in ms. In the second round they happen beside the streams of the first. */
const apartMs = 20;
const rounds = 2;
const alone = 200;
const mostTries = 8;
/** A key may keep 20 streams open. */
const keys = 20;

interface Delays {
  readonly first: readonly number[];
  readonly later: readonly number[];
}

interface Cost {
  readonly addedMb: number;
  readonly cores: Readonly<Record<'server' | 'database' | 'provider', number>>;
  readonly pings: Pings;
}

/** How long text takes from a model to a reader, and what 200 such streams cost the server. */
export async function modelStreams(): Promise<Section> {
  const bed = await TestBed.open();
  const provider = await startProvider();
  try {
    const server = await bed.server('model_streams', await modelsFileIn(bed.folder, provider));
    const load = new Load(server, provider, bed.postgres.pid);
    await load.prepare();
    const single = await load.oneByOne();
    const burst = await load.atOnce();
    const { cost, ...many } = await load.underLoad();
    const plain = await load.plain();
    const within = `${streams} streams that start within ${(streams * apartMs) / 1000} s`;
    const { server: own, database, provider: models } = cost.cores;
    return {
      title: 'Streams of models',
      columns: ['What', 'Measured', 'Baseline beside it', 'Budget'],
      rows: [
        ['first token, one reader, p50; p99 ms', pair(single.server), pair(single.plain), 'p50 5'],
        [`first token, ${within}, beside ${streams} others, p50; p99 ms`, pair(many.first), pair(plain.first), 'p99 50'],
        [`first token, ${streams} streams that start at the same moment, p50; p99 ms`, pair(burst.server), pair(burst.plain), ''],
        [`later tokens, ${streams} streams × ${1000 / tokenMs}/s, p50; p99 ms`, pair(many.later), pair(plain.later), '60; 200'],
        ['the same: tokens that were lost; duplicated; reordered', Object.values(many.faults).join('; '), '', '0; 0; 0'],
        ['the same: added memory of the server, MB', round(cost.addedMb), '', '96'],
        ['the same: processors of the server', round(own, 2), '', '1.2'],
        ['the same: processors of database; provider', `${round(database, 2)}; ${round(models, 2)}`, '', ''],
        ['the same: `/health/live`, p99 ms', round(cost.pings.p99Ms), round(single.pings.p99Ms), ''],
      ],
      notes: [
        `A model writes ${tokens} tokens, one every ${tokenMs} ms. Times are from when the provider sends a token until a client has it. Baseline: clients that read the provider themselves, the same number at the same times; for \`/health/live\`: beside one reader. ${load.refused} starts were refused with 503 and repeated. Clocks count whole milliseconds. All processes share the machine.`,
      ],
    };
  } finally {
    await bed.close();
    provider.stop();
  }
}

class Load {
  #keys: readonly string[] = [];
  #paths: Readonly<Record<string, string>> = {};
  #asked = 0;
  /** Starts that the server refused because of its load. They were repeated. */
  refused = 0;

  constructor(
    private readonly server: Subject,
    private readonly provider: BenchProvider,
    private readonly postgresPid: number,
  ) {}

  async prepare(): Promise<void> {
    const issue = async (_: unknown, index: number): Promise<string> => {
      const { body } = await this.server.call('POST', '/api/v1/users/me/api-keys', { name: `reader ${index}` });
      return (body as { data: { key: string } }).data.key;
    };
    this.#keys = [benchKey, ...(await Promise.all(Array.from({ length: keys }, issue)))];
    const paths = [heavy, light].map(
      async (model) => [model, `/api/workflows/${await deploy(this.server, agentOf(model))}/execute`] as const,
    );
    this.#paths = Object.fromEntries(await Promise.all(paths));
    // The first calls load the adapter and compile what is hot.
    for (let count = 0; count < 50; count += 1) await this.#run(light);
  }

  /** One reader after the other, in turns with the baseline. */
  async oneByOne(): Promise<{ server: readonly number[]; plain: readonly number[]; pings: Pings }> {
    await this.provider.forget();
    const pinger = await Pinger.start(`${this.server.url}/health/live`);
    const [own, plain]: [Asked[], Asked[]] = [[], []];
    for (let count = 0; count < alone; count += 1) {
      own.push(await this.#run(light));
      plain.push(await this.#ask(light));
    }
    const pings = await pinger.take();
    pinger.stop();
    return { server: (await this.#delays(own, chunksOf)).first, plain: (await this.#delays(plain, deltasOf)).first, pings };
  }

  async atOnce(): Promise<{ server: readonly number[]; plain: readonly number[] }> {
    await this.provider.forget();
    const own = await Promise.all(Array.from({ length: streams }, () => this.#run(light)));
    const plain = await Promise.all(Array.from({ length: streams }, () => this.#ask(light)));
    return { server: (await this.#delays(own, chunksOf)).first, plain: (await this.#delays(plain, deltasOf)).first };
  }

  async underLoad(): Promise<Delays & { faults: Faults; cost: Cost }> {
    await this.provider.forget();
    const { asked, cost } = await this.#costOf(() => this.#inRounds(() => this.#run(heavy)));
    const faults = asked.flat().map(({ stream }) => faultsIn(chunksOf(stream), tokens));
    const sum = (part: keyof Faults): number => faults.reduce((total, each) => total + each[part], 0);
    const [all, last] = [await this.#delays(asked.flat(), chunksOf), await this.#delays(asked.at(-1) ?? [], chunksOf)];
    return {
      first: last.first,
      later: all.later,
      faults: { lost: sum('lost'), duplicated: sum('duplicated'), reordered: sum('reordered') },
      cost,
    };
  }

  async plain(): Promise<Delays> {
    await this.provider.forget();
    const asked = await this.#inRounds(() => this.#ask(heavy));
    const [all, last] = [await this.#delays(asked.flat(), deltasOf), await this.#delays(asked.at(-1) ?? [], deltasOf)];
    return { first: last.first, later: all.later };
  }

  /** Each stream is followed by one of the next round. */
  async #inRounds(start: () => Promise<Asked>): Promise<Asked[][]> {
    const all: Asked[][] = Array.from({ length: rounds }, () => []);
    const one = async (index: number): Promise<void> => {
      await delay(index * apartMs);
      for (const round of all) round.push(await start());
    };
    await Promise.all(Array.from({ length: streams }, (_, index) => one(index)));
    return all;
  }

  /** The cost while all streams are open: between the last start of the first round and its first end, and again in the second. */
  async #costOf(work: () => Promise<Asked[][]>): Promise<{ asked: Asked[][]; cost: Cost }> {
    const { server, provider } = this;
    const idleMb = usageOf(server.pid).memoryMb;
    const pinger = await Pinger.start(`${server.url}/health/live`);
    const used = (): number[] => [server.pid, this.postgresPid, provider.pid].map((pid) => usageOf(pid).cpuMs);
    let mostMb = idleMb;
    const sampler = setInterval(() => (mostMb = Math.max(mostMb, usageOf(server.pid).memoryMb)), 250);
    const working = work();
    // It is awaited below: a failure before that must not end the process with its servers.
    working.catch(() => undefined);
    await delay(streams * apartMs);
    const [before, startedAt] = [used(), performance.now()];
    // The rest of the first round, and half of the second with its starts.
    await delay(tokens * tokenMs);
    const [after, elapsed] = [used(), performance.now() - startedAt];
    const asked = await working;
    clearInterval(sampler);
    const pings = await pinger.take();
    pinger.stop();
    const [own = 0, database = 0, models = 0] = after.map((ms, index) => (ms - (before[index] ?? 0)) / elapsed);
    return { asked, cost: { addedMb: mostMb - idleMb, cores: { server: own, database, provider: models }, pings } };
  }

  async #run(model: string): Promise<Asked> {
    const number = (this.#asked += 1);
    const headers = { 'x-api-key': this.#keys[number % this.#keys.length] ?? '' };
    const body = { stream: true, selectedOutputs: ['agent.content'], n: number };
    for (let tries = 0; ; tries += 1) {
      const stream = await readStream(`${this.server.url}${this.#paths[model]}`, { headers, body });
      if (stream.status === 200) return { number, stream };
      // The load gate may refuse 200 starts in one moment.
      if (tries === mostTries) throw new Error(`A run was refused with ${stream.status}`);
      this.refused += 1;
      await delay(100 * 2 ** tries);
    }
  }

  async #ask(model: string): Promise<Asked> {
    const number = (this.#asked += 1);
    const body = { model, stream: true, messages: [{ role: 'user', content: questionOf(number) }] };
    return { number, stream: await readStream(`${this.provider.url}/v1/chat/completions`, { headers: {}, body }) };
  }

  async #delays(asked: readonly Asked[], pieces: typeof chunksOf): Promise<Delays> {
    const sent = new Map((await this.provider.requests()).map(({ body, sentAtMs }) => [lastTextOf(body), sentAtMs]));
    const delays = asked.map(({ number, stream }) => delaysOf(pieces(stream), sent.get(questionOf(number)) ?? []));
    return { first: delays.map(([first = Number.NaN]) => first), later: delays.flatMap(([, ...later]) => later) };
  }
}

interface Asked {
  readonly number: number;
  readonly stream: ReadStream;
}

function questionOf(number: number | string): string {
  return `Question ${number}`;
}

function lastTextOf(body: unknown): string | undefined {
  return (body as { messages: readonly { content: string }[] }).messages.at(-1)?.content;
}

function agentOf(model: string): unknown {
  return chain(`Agent with ${model}`, [
    block('start', 'start_trigger', { inputFormat: [{ id: 'f', name: 'n', type: 'number' }] }),
    block('agent', 'agent', { model: `fake/${model}`, messages: [{ role: 'user', content: questionOf('<start.n>') }] }),
  ]);
}

function pair(values: readonly number[]): string {
  return `${round(quantile(values, 0.5), 1)}; ${round(quantile(values, 0.99), 1)}`;
}
