import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SystemClock } from '#host/system-clock.js';
import { SystemTimers } from '#host/system-timers.js';
import type { PinnedModel } from '#engine/agents/model-answer.js';
import type { ModelPart, ModelRequest } from '#blocks/ports/language-models.js';
import { AskModels } from '#modules/models/asking/ask-models.js';
import { type Pricing, ProviderDirectory, type ProviderConnection } from '#modules/models/providers/provider-directory.js';
import { ProviderHealth } from '#modules/models/providers/provider-health.js';
import { OriginQueues } from '#world/outbound/origin-queues.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { startProvider } from '../support/fake-provider.js';
import type { Section } from '../support/report.js';
import { median, quantile, round } from '../support/statistics.js';

const rounds = 600;
const streams = 200;
const deltas = 100;
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const never = new AbortController().signal;
const run = { workspaceId: 'w', workflowId: 'wf', callChain: [], executionId: 'e', userId: 'u', accountId: 'a' };

/** What a call of a model costs beyond the provider, which is the test provider in another process. */
export async function models(): Promise<Section> {
  const provider = await startProvider();
  const http = new PolicedHttp();
  try {
    const loading = await loaded(http, provider.url);
    const asking = modelsAt(http, provider.url);
    const calls = await besidePlain(asking, provider.url);
    const many = await atOnce(asking);
    const large = await largeAnswer(asking, provider.url);
    const closing = await cancelled(asking, provider.url);
    return {
      title: 'Calls of models',
      columns: ['What', 'Measured', 'Baseline beside it', 'Beyond'],
      rows: [
        ['first call of a process: adapter loaded, ms', loading.ms, '', ''],
        ['the same: longest piece of work, ms of processor time', loading.pieceMs, '', ''],
        ['the same: resident memory, MB', loading.mb, '', ''],
        ['one call, p50 ms', calls.ask, calls.plain, round(calls.ask - calls.plain, 2)],
        ['first token, p50 ms', calls.firstToken, calls.firstByte, round(calls.firstToken - calls.firstByte, 2)],
        [`${streams} streams × ${deltas} tokens, processor time a token, µs`, many.us, '', ''],
        ['the same: added memory, MB', many.mb, '', ''],
        ['an answer of 10 MB: added memory at most, MB', large.mb, large.plain, large.mb - large.plain],
        ['cancel to the socket closed at the provider, p50; p99 ms', `${closing.p50}; ${closing.p99}`, '', ''],
      ],
      notes: [`Baseline: the same request by the plain client of Node.js, in turns. ${rounds} rounds.`],
    };
  } finally {
    await http.close();
    provider.stop();
  }
}

class OneProvider extends ProviderDirectory {
  constructor(private readonly baseUrl: string) {
    super();
  }

  resolve(): Promise<PinnedModel> {
    return Promise.resolve(pinned('echo'));
  }

  connection(): Promise<ProviderConnection> {
    const { baseUrl } = this;
    const limits = { concurrency: streams, idleTimeoutMs: 60_000, allowsPrivate: true };
    const place = { provider: 'operator/bench', origin: new URL(baseUrl).origin };
    return Promise.resolve({ place, kind: 'openai-compatible', baseUrl, apiKey: undefined, headers: {}, lacks: [], ...limits });
  }

  pricing(): Promise<Pricing> {
    return Promise.resolve(() => null);
  }
}

function modelsAt(http: PolicedHttp, url: string): AskModels {
  const clock = new SystemClock();
  const parts = { directory: new OneProvider(`${url}/v1`), health: new ProviderHealth(clock), queues: new OriginQueues() };
  return new AskModels({ ...parts, http, clock, timers: new SystemTimers(), userAgent: 'sluice/bench' }, run);
}

const pinned = (model: string): PinnedModel => ({
  name: model,
  provider: 'fake',
  providerName: 'Fake',
  model,
  source: 'operator',
  keyOf: 'none',
  capabilities: [],
  contextWindow: null,
  maxOutput: null,
});

let calls = 0;
function asked(model: string): ModelRequest {
  calls += 1;
  return {
    model: pinned(model),
    messages: [{ role: 'user', content: [{ type: 'text', text: 'A short question' }] }],
    settings: {},
    tools: [],
    toolChoice: 'auto',
    key: `bench ${calls}`,
    readFile: () => Promise.reject(new Error('There are no files')),
  };
}

interface Timed {
  readonly firstMs: number;
  readonly allMs: number;
}

async function timed(parts: AsyncIterable<ModelPart>): Promise<Timed> {
  const startedAt = performance.now();
  let firstMs = 0;
  for await (const _ of parts) firstMs ||= performance.now() - startedAt;
  return { firstMs, allMs: performance.now() - startedAt };
}

async function loaded(http: PolicedHttp, url: string): Promise<{ ms: number; pieceMs: number; mb: number }> {
  await plain(url);
  const before = process.memoryUsage.rss();
  const stop = longestPiece();
  const { allMs } = await timed(modelsAt(http, url).ask(asked('echo'), never));
  return { ms: round(allMs), pieceMs: round(stop()), mb: round((process.memoryUsage.rss() - before) / 1024 / 1024) };
}

/** @returns how to end it and get the most processor time between two turns of the event loop, in ms */
function longestPiece(): () => number {
  let [most, isOver, last] = [0, false, process.cpuUsage()];
  const turn = (): void => {
    const { user, system } = process.cpuUsage(last);
    most = Math.max(most, (user + system) / 1000);
    last = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    turn();
    return most;
  };
}

/** The same request by the client of Node.js. */
async function plain(url: string): Promise<Timed> {
  const startedAt = performance.now();
  let firstMs = 0;
  for await (const _ of await plainAnswer(url, 'echo')) firstMs ||= performance.now() - startedAt;
  return { firstMs, allMs: performance.now() - startedAt };
}

async function plainAnswer(url: string, model: string): Promise<AsyncIterable<Buffer>> {
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'A short question' }] });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const request = requestHttp(`${url}/v1/chat/completions`, { method: 'POST', headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>];
  return response;
}

async function besidePlain(asking: AskModels, url: string): Promise<Record<'ask' | 'plain' | 'firstToken' | 'firstByte', number>> {
  const [asks, plains]: [Timed[], Timed[]] = [[], []];
  for (let count = 0; count < rounds; count += 1) {
    asks.push(await timed(asking.ask(asked('echo'), never)));
    plains.push(await plain(url));
  }
  const p50 = (all: readonly Timed[], part: keyof Timed): number => round(median(all.slice(50).map((each) => each[part])), 2);
  return { ask: p50(asks, 'allMs'), plain: p50(plains, 'allMs'), firstToken: p50(asks, 'firstMs'), firstByte: p50(plains, 'firstMs') };
}

/** With a token every 20 ms, each stream lasts two seconds. */
async function atOnce(asking: AskModels): Promise<{ us: number; mb: number }> {
  gc();
  const memory = process.memoryUsage.rss();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: streams }, () => timed(asking.ask(asked(`deltas:${deltas}:20`), never))));
  const { user, system } = process.cpuUsage(before);
  return { us: round((user + system) / (streams * deltas)), mb: round((process.memoryUsage.rss() - memory) / 1024 / 1024) };
}

/** Beside the same answer by the client of Node.js, whose pieces are dropped. */
async function largeAnswer(asking: AskModels, url: string): Promise<{ mb: number; plain: number }> {
  const added = async (pieces: AsyncIterable<unknown>): Promise<number> => {
    gc();
    const before = process.memoryUsage.rss();
    let most = before;
    for await (const _ of pieces) most = Math.max(most, process.memoryUsage.rss());
    return (most - before) / 1024 / 1024;
  };
  const both: [number[], number[]] = [[], []];
  for (let count = 0; count < 5; count += 1) {
    both[0].push(await added(asking.ask(asked('huge:10'), never)));
    both[1].push(await added(await plainAnswer(url, 'huge:10')));
  }
  return { mb: round(median(both[0])), plain: round(median(both[1])) };
}

/** The provider notes the time to the millisecond; both processes read the same clock. */
async function cancelled(asking: AskModels, url: string): Promise<{ p50: number; p99: number }> {
  const waits: number[] = [];
  for (let count = 0; count < 200; count += 1) {
    const abort = new AbortController();
    const request = asked('endless');
    const parts = asking.ask(request, abort.signal)[Symbol.asyncIterator]();
    await parts.next();
    const at = Date.now();
    abort.abort(new Error('cancelled'));
    await parts.next().catch(() => undefined);
    waits.push((await closedAt(url, request.key)) - at);
  }
  return { p50: median(waits), p99: quantile(waits, 0.99) };
}

interface FakeRequests {
  readonly data: readonly { readonly state: string; readonly endedAt: string | null }[];
}

async function closedAt(url: string, key: string): Promise<number> {
  for (;;) {
    const answer = (await (await fetch(`${url}/_fake/requests?key=${encodeURIComponent(key)}`)).json()) as FakeRequests;
    const [seen] = answer.data;
    if (seen?.endedAt !== undefined && seen.endedAt !== null) return Date.parse(seen.endedAt);
    await new Promise((resume) => setTimeout(resume, 2));
  }
}
