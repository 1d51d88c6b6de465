import { Agent, request } from 'node:http';

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
const unavailable = 'Status 503';

/** Sends requests at a fixed rate, however the answers come. */
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
      if (failure === unavailable) refused += 1;
      if (now > dueAt + patienceMs) return void failures.push(failure);
      repeated += 1;
      await pause(100 + Math.random() * 200);
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

/** @returns why there is no successful answer */
function send(agent: Agent, { url, headers, body }: LoopRequest): Promise<string | undefined> {
  return new Promise((resolve) => {
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method: 'POST', agent, headers: { ...length, ...headers }, timeout: attemptMs }, (response) => {
      response.resume();
      response.on('error', (error) => resolve(error.message));
      response.on('close', () => resolve(response.complete ? undefined : 'The answer was cut off'));
      response.on('end', () => resolve(response.statusCode === 200 ? undefined : `Status ${response.statusCode}`));
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer in time')));
    sent.on('error', (error) => resolve(error.message));
    sent.end(body);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
