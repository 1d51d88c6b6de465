import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '../eventually.js';
import { toolState } from '../mcp/mcp-servers.js';
import type { ReachedServers } from '../reached-servers.js';
import { testKey } from '../server-process.js';

const [visitors, clients] = [3, 3];
/** A request that takes longer is sent again. */
const patienceMs = 5_000;
const slow = (result: string): string => `const until = Date.now() + 50; while (Date.now() < until); return ${result}`;

/** Visitors of a chat and clients of a tool, at servers that have faults. */
export interface Talkers {
  /** All of them talk without pause while `during` happens. */
  talking(during: () => Promise<void>): Promise<void>;
  /** Waits until each of them has received two answers. The request of the second one was sent after this moment. */
  progress(): Promise<void>;
  /**
   * Expects one turn with one run and its reply for each message, in the order in which they were sent, and one run at most for each call: one
   * that has completed if it was answered.
   */
  check(): Promise<void>;
}

type Rows = <Row extends object>(text: string) => Promise<readonly Row[]>;
type Attempt = (path: string, options: RequestInit) => Promise<string>;

/** @param rows runs a statement in the database of the servers */
export async function startTalkers(servers: ReachedServers, rows: Rows): Promise<Talkers> {
  const { processes, workspaceId, send, deploy } = servers;
  const chat = await deploy('Chat', toolState([], slow('<start.input>')));
  await send('POST', '/api/chat', { workflowId: chat, identifier: 'faults', title: 'Faults' });
  const tool = await deploy('Tool', toolState([{ name: 'n', type: 'number' }], slow('<start.n>')));
  const details = { workspaceId, name: 'Faults', workflowIds: [tool] };
  const { data } = await send<{ data: { server: { id: string } } }>('POST', '/api/mcp/workflow-servers', details);

  const attempt = attempts(processes.length, (index) => processes[index]?.url ?? '');
  const cookie = (await fetch(`${processes[0]?.url}/api/chat/faults`)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const guests = Array.from({ length: visitors }, () => new Visitor(attempt, cookie));
  const calls = new Calls(attempt, `/api/mcp/serve/${data.server.id}`);
  const talkers = [...guests, ...Array.from({ length: clients }, () => new Client(calls))];
  return {
    async talking(during) {
      let isOver = false;
      const talk = async (talker: Visitor | Client): Promise<void> => {
        while (!isOver) await talker.talk();
      };
      const talks = talkers.map(talk);
      await during().finally(() => (isOver = true));
      await Promise.all(talks);
    },
    async progress() {
      const before = talkers.map(({ answered }) => answered);
      await eventually(() => talkers.forEach(({ answered }, index) => expect(answered).toBeGreaterThan((before[index] ?? 0) + 1)), 60_000);
    },
    async check() {
      const messages = guests.flatMap((guest) => guest.messages());
      for (const guest of guests) {
        const turns = guest.messages().map((input) => ({ input, reply: input, status: 'completed' }));
        expect(await guest.turns()).toEqual(turns);
      }
      const answers = await endsOf(rows, chat, 'input');
      expect(answers).toHaveLength(messages.length);
      expect(new Map(answers)).toEqual(new Map(messages.map((input) => [input, 'execution.completed'])));
      const runs = await endsOf(rows, tool, 'n');
      const byCall = new Map(runs);
      expect(byCall.size).toBe(runs.length);
      expect(calls.answered.filter((n) => byCall.get(String(n)) !== 'execution.completed')).toEqual([]);
    },
  };
}

/** One request after the other goes to the next process. @returns what sends one, and rejects without an answer of success in time */
function attempts(count: number, urlOf: (index: number) => string): Attempt {
  let made = 0;
  return async (path, options) => {
    made += 1;
    const response = await fetch(urlOf(made % count) + path, { ...options, signal: AbortSignal.timeout(patienceMs) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text}`);
    return text;
  };
}

interface Turn {
  readonly input: string;
  readonly reply: string;
  readonly status: string;
}

/** Sends one message after the other, each until its reply was read to the end. */
class Visitor {
  readonly #conversationId = randomUUID();
  answered = 0;

  constructor(
    private readonly attempt: Attempt,
    private readonly cookie: string,
  ) {}

  async talk(): Promise<void> {
    const input = this.#message(this.answered);
    const headers = { Cookie: this.cookie, 'Content-Type': 'application/json', 'Idempotency-Key': input };
    const body = JSON.stringify({ input, conversationId: this.#conversationId });
    await eventually(async () => {
      const text = await this.attempt('/api/chat/faults', { method: 'POST', headers, body });
      if (!text.includes('[DONE]')) throw new Error('The reply ended early');
    }, 60_000);
    this.answered += 1;
  }

  messages(): readonly string[] {
    return Array.from({ length: this.answered }, (_, index) => this.#message(index));
  }

  async turns(): Promise<readonly Turn[]> {
    const turns: Turn[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: string = await eventually(() => this.attempt(this.#page(cursor ?? ''), { headers: { Cookie: this.cookie } }));
      const { data, nextCursor } = JSON.parse(page) as { data: { turns: Turn[] }; nextCursor: string | null };
      turns.unshift(...data.turns.map(({ input, reply, status }) => ({ input, reply, status })));
      cursor = nextCursor;
    }
    return turns;
  }

  #page(cursor: string): string {
    return `/api/chat/faults/conversations/${this.#conversationId}?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
  }

  #message(index: number): string {
    return `${this.#conversationId} ${index}`;
  }
}

/** Calls of a tool, each with another number. */
class Calls {
  readonly answered: number[] = [];
  #made = 0;

  constructor(
    private readonly attempt: Attempt,
    private readonly path: string,
  ) {}

  /** Makes a call. Rejects if it was not answered. */
  async make(): Promise<void> {
    const n = (this.#made += 1);
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: 'tool', arguments: { n } } });
    const text = await this.attempt(this.path, { method: 'POST', headers: { ...headers, 'X-API-Key': testKey }, body });
    const message = /^data: (\{.*"id".*)$/m.exec(text)?.[1] ?? text;
    expect(JSON.parse(message)).toMatchObject({ id: n, result: { structuredContent: { result: n } } });
    this.answered.push(n);
  }
}

/** Makes calls until one is answered, again and again. */
class Client {
  answered = 0;

  constructor(private readonly calls: Calls) {}

  async talk(): Promise<void> {
    await eventually(() => this.calls.make(), 60_000);
    this.answered += 1;
  }
}

/** What each run of a workflow received in a field, and how it ended. Waits until all have. */
function endsOf(rows: Rows, workflowId: string, field: string): Promise<(readonly [received: string, end: string])[]> {
  return eventually(async () => {
    const runs = await rows<{ received: string; end: string | null }>(
      `select s.data->'input'->>'${field}' as received, e.type as end from run_event s
       left join run_event e on e.stream_id = s.stream_id and e.type in ('execution.completed', 'execution.failed', 'execution.cancelled')
       where s.type = 'execution.started' and s.data->>'workflowId' = '${workflowId}'`,
    );
    return runs.map(({ received, end }) => {
      if (end === null) throw new Error('A run has not ended yet');
      return [received, end] as const;
    });
  }, 60_000);
}
