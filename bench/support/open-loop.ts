import { Agent, request, type IncomingMessage } from 'node:http';

/** A request that is sent when it is due, whatever became of the former ones. */
export interface LoopRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OpenLoop {
  readonly perSecond: number;
  readonly seconds: number;
  /** The request with this number, at its attempt: 0 is the first one. It is sent again until its answer is a success. */
  next(n: number, attempt: number): LoopRequest;
}

export interface OpenLoopResult {
  /** Requests that got a successful answer at last. */
  readonly answered: number;
  /** How often a request was sent again. */
  readonly repeated: number;
  /** How many answers were 503: the server was at its capacity. */
  readonly refused: number;
  /** Requests that got no successful answer in a minute, with what became of the last attempt. */
  readonly failures: readonly string[];
  /** From when a request was due to its successful answer, in ms. */
  readonly ms: readonly number[];
}

const patienceMs = 60_000;
const attemptMs = 10_000;
const mostConnections = 256;
/** Without `Retry-After`, and so that requests that were refused together do not come together again. */
const [leastPauseMs, pauseSpread] = [100, 2];

/** Why there is no successful answer, and how long the server asks to wait. */
interface Failure {
  readonly text: string;
  readonly isRefusal: boolean;
  readonly retryAfterMs: number;
}

/** Sends requests at a fixed rate, however the answers come. A request that is repeated waits as long as `Retry-After` says, and up to as long again. */
export async function driveOpenLoop({ perSecond, seconds, next }: OpenLoop): Promise<OpenLoopResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections });
  const total = perSecond * seconds;
  const [ms, failures, pending]: [number[], string[], Promise<void>[]] = [[], [], []];
  let repeated = 0;
  let refused = 0;
  const startedAt = performance.now();
  const persist = async (n: number, dueAt: number): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      const failure = await send(agent, next(n, attempt));
      const now = performance.now();
      if (failure === undefined) return void ms.push(now - dueAt);
      if (failure.isRefusal) refused += 1;
      if (now > dueAt + patienceMs) return void failures.push(failure.text);
      repeated += 1;
      await pause(failure.retryAfterMs * (1 + Math.random() * (pauseSpread - 1)));
    }
  };
  for (let due = 0; due < total; await pause(1)) {
    const now = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    for (; due < now; due += 1) pending.push(persist(due, startedAt + (due / perSecond) * 1000));
  }
  await Promise.all(pending);
  agent.destroy();
  return { answered: ms.length, repeated, refused, failures, ms };
}

/** @returns undefined: the answer is a success */
function send(agent: Agent, { url, headers, body }: LoopRequest): Promise<Failure | undefined> {
  return new Promise((resolve) => {
    const fail = (text: string, response?: IncomingMessage): void => {
      const retryAfterMs = Math.max(leastPauseMs, Number(response?.headers['retry-after'] ?? 0) * 1000);
      resolve({ text, isRefusal: response?.statusCode === 503, retryAfterMs });
    };
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method: 'POST', agent, headers: { ...length, ...headers }, timeout: attemptMs }, (response) => {
      response.resume();
      response.on('error', (error) => fail(error.message));
      response.on('end', () => (response.statusCode === 200 ? resolve(undefined) : fail(`Status ${response.statusCode}`, response)));
      response.on('close', () => fail('The answer was cut off'));
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer in time')));
    sent.on('error', (error) => fail(error.message));
    sent.end(body);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
