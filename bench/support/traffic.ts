import pg from 'pg';
import type { Outside } from './outside.js';
import { askingAndCalling, crossing, deploy, type Caller } from './workflows.js';

/** What clients with retries have seen, and what became of their runs. */
export interface TrafficReport {
  /** Runs whose start or answer was accepted. */
  readonly accepted: number;
  /** Accepted runs without an end. */
  readonly lost: number;
  /** Runs with two ends, and effects under two keys. */
  readonly doubled: number;
  /** Runs that failed or were cancelled. */
  readonly failed: number;
  readonly reasons: readonly string[];
  readonly retries: number;
  /** Requests that did not succeed although they were repeated for a minute, or that were refused for good. */
  readonly refused: readonly string[];
  /** Durations of requests with their retries, in ms. */
  readonly durations: readonly number[];
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

interface Workflows {
  readonly crossing: string;
  readonly asking: string;
}

const patienceMs = 60_000;
const endsWithinMs = 120_000;
const kinds = ['sync', 'async', 'stream', 'answer'] as const;

/** Deploys what the traffic runs: blocks that use secrets, external systems and tables, and questions. */
export async function prepareTraffic(server: Caller, outside: Outside): Promise<Workflows> {
  const { body: workspaces } = (await server.call('GET', '/api/v1/workspaces')) as { body: { data: { id: string }[] } };
  const workspaceId = workspaces.data[0]?.id ?? '';
  await server.call('PUT', `/api/v1/workspaces/${workspaceId}/environment`, { variables: { TRAFFIC_TOKEN: 'a-token-of-the-traffic' } });
  const schema = { columns: [{ name: 'n', type: 'number' }] };
  const table = (await server.call('POST', '/api/v1/tables', { workspaceId, name: 'traffic', schema })) as {
    body: { data: { table: { id: string } } };
  };
  const tableId = table.body.data.table.id;
  return {
    crossing: await deploy(server, crossing(outside.url, tableId)),
    asking: await deploy(server, askingAndCalling(outside.url)),
  };
}

/** Clients that start runs and answer questions without pause, and repeat every request that meets a stop or an outage. */
export class Traffic {
  readonly #accepted: string[] = [];
  readonly #refused: string[] = [];
  readonly #durations: number[] = [];
  readonly #clients: Promise<void>[];
  #retries = 0;
  #n = 0;
  #isOver = false;

  constructor(
    private readonly options: {
      readonly url: () => string;
      readonly key: string;
      readonly clients: number;
      readonly workflows: Workflows;
      readonly databaseUrl: string;
      readonly outside: Outside;
    },
  ) {
    this.#clients = Array.from({ length: options.clients }, (_, index) => this.#client(index));
  }

  /** Number of requests that have succeeded. */
  get answered(): number {
    return this.#durations.length;
  }

  /** Lets the clients finish, and waits for the end of all runs. */
  async end(): Promise<TrafficReport> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    const { lost, twice, failures } = await this.#ends();
    return {
      accepted: this.#accepted.length,
      lost,
      doubled: twice + this.options.outside.doubled(),
      failed: failures.length,
      reasons: [...new Set(failures)],
      retries: this.#retries,
      refused: this.#refused,
      durations: this.#durations,
    };
  }

  async #client(index: number): Promise<void> {
    for (let round = index; !this.#isOver; round += 1) {
      const n = (this.#n += 1);
      const startedAt = performance.now();
      const isDone = await this.#once(kinds[round % kinds.length] ?? 'sync', n);
      if (isDone) this.#durations.push(performance.now() - startedAt);
    }
  }

  async #once(kind: (typeof kinds)[number], n: number): Promise<boolean> {
    const { crossing: crossed, asking } = this.options.workflows;
    const key = { 'idempotency-key': `${kind}-${n}` };
    if (kind === 'stream') return this.#streamed(crossed, n, key);
    const path = `/api/workflows/${kind === 'answer' ? asking : crossed}/execute`;
    const started = await this.#persist(() =>
      this.#send('POST', path, { ...(kind === 'async' ? { async: true } : {}), input: { n } }, key),
    );
    const executionId = started?.headers.get('x-execution-id') ?? undefined;
    if (executionId === undefined) return false;
    if (kind === 'answer') return this.#answered(asking, executionId, n);
    this.#accepted.push(executionId);
    return true;
  }

  async #answered(workflowId: string, executionId: string, n: number): Promise<boolean> {
    const path = `/api/resume/${workflowId}/${executionId}`;
    const found = await this.#persist(() => this.#send('GET', path));
    const [point] = (found?.body['pausePoints'] ?? []) as { contextId: string }[];
    let tries = 0;
    // The first answer has arrived when a repetition is a conflict.
    const isTaken = ({ status, body }: Reply): boolean => status < 300 || (status === 409 && tries > 1 && body['code'] === 'CONFLICT');
    const reply = await this.#persist(() => {
      tries += 1;
      return this.#send('POST', `${path}/${point?.contextId ?? ''}`, { input: { n } });
    }, isTaken);
    if (reply !== undefined) this.#accepted.push(executionId);
    return reply !== undefined;
  }

  async #streamed(workflowId: string, n: number, key: Record<string, string>): Promise<boolean> {
    const path = `/api/workflows/${workflowId}`;
    const seen: StreamSeen = { executionId: undefined, lastId: undefined, isDone: false };
    const reply = await this.#persist(async () => {
      const isFollowing = seen.executionId !== undefined;
      const response = isFollowing
        ? await this.#fetch('GET', `${path}/executions/${String(seen.executionId)}/stream`, undefined, lastEvent(seen))
        : await this.#fetch('POST', `${path}/execute`, { stream: true, input: { n } }, key);
      seen.executionId = response.headers.get('x-execution-id') ?? seen.executionId;
      if (response.headers.get('content-type')?.includes('event-stream') !== true) return replyOf(response);
      await readStream(response, seen);
      // A stream that ends before its last frame continues elsewhere.
      return { status: seen.isDone ? 200 : 503, headers: response.headers, body: {} };
    });
    if (reply !== undefined && seen.executionId !== undefined) this.#accepted.push(seen.executionId);
    return reply !== undefined;
  }

  /** Repeats a request that met a stop, an outage or its own first attempt. */
  async #persist(attempt: () => Promise<Reply>, isDone = ({ status }: Reply): boolean => status < 300): Promise<Reply | undefined> {
    const giveUpAt = performance.now() + patienceMs;
    for (;;) {
      const reply = await attempt().catch((error: unknown) => String((error as Error).cause ?? error));
      if (typeof reply !== 'string') {
        if (isDone(reply)) return reply;
        if (!isPassing(reply)) return this.#refuse(`${reply.status} ${JSON.stringify(reply.body)}`);
      }
      if (performance.now() > giveUpAt) return this.#refuse(typeof reply === 'string' ? reply : `${reply.status} for a minute`);
      this.#retries += 1;
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 200));
    }
  }

  #refuse(what: string): undefined {
    this.#refused.push(what);
  }

  async #send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return replyOf(await this.#fetch(method, path, body, headers));
  }

  #fetch(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
    const { url, key } = this.options;
    return fetch(`${url()}${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
  }

  async #ends(): Promise<{ lost: number; twice: number; failures: string[] }> {
    const client = new pg.Client({ connectionString: this.options.databaseUrl });
    await client.connect();
    const giveUpAt = performance.now() + endsWithinMs;
    for (;;) {
      const { rows } = await client.query<{ id: string; type: string; error: string | null }>(
        `select stream_id as id, type, data ->> 'error' as error from run_event
         where type in ('execution.completed', 'execution.failed', 'execution.cancelled')`,
      );
      const ended = new Set(rows.map(({ id }) => id));
      const lost = this.#accepted.filter((id) => !ended.has(id)).length;
      const { rowCount: active } = await client.query('select 1 from work_item');
      if ((lost > 0 || active !== 0) && performance.now() < giveUpAt) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        continue;
      }
      await client.end();
      const failures = rows.flatMap(({ type, error }) => (type === 'execution.completed' ? [] : [error ?? type]));
      return { lost, twice: rows.length - ended.size, failures };
    }
  }
}

interface StreamSeen {
  executionId: string | undefined;
  lastId: string | undefined;
  isDone: boolean;
}

function lastEvent({ lastId }: StreamSeen): Record<string, string> {
  return lastId === undefined ? {} : { 'last-event-id': lastId };
}

async function readStream(response: Response, seen: StreamSeen): Promise<void> {
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      seen.lastId = /^id: (.+)$/m.exec(frame)?.[1] ?? seen.lastId;
      seen.isDone ||= frame.includes('[DONE]');
    }
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as Reply['body']) : { text } };
}

function isPassing({ status, body }: Reply): boolean {
  return status === 429 || status === 502 || status === 503 || (status === 409 && body['code'] === 'IDEMPOTENCY_KEY_IN_USE');
}
