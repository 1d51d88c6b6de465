import { expect, it } from '@jest/globals';
import { SluiceClient } from '#client';
import { LogTail } from './log-tail.js';

interface Run {
  readonly id: string;
  readonly startedAt: string;
  endedAt: string | null;
}

const at = (seconds: number): string => new Date(Date.UTC(2031, 0, 1) + seconds * 1000).toISOString();
const aRun = (id: string, seconds: number, endedAt: string | null = at(seconds)): Run => ({ id, startedAt: at(seconds), endedAt });

/** A server that knows a log, and nothing else. */
class LogServer {
  readonly runs: Run[] = [];
  isDown = false;
  readonly asked: string[] = [];

  readonly fetch = async (input: unknown): Promise<Response> => {
    if (this.isDown) throw new TypeError('refused');
    const url = new URL(input as string);
    this.asked.push(url.pathname);
    if (url.pathname === '/api/v1/logs') return Response.json({ data: this.#page(url.searchParams), nextCursor: null });
    const found = this.runs.find(({ id }) => url.pathname.endsWith(`/${id}`));
    return found === undefined
      ? Response.json({ error: 'Log not found', code: 'NOT_FOUND' }, { status: 404 })
      : Response.json({ data: found });
  };

  #page(query: URLSearchParams): readonly Run[] {
    const since = query.get('startDate') ?? '';
    const byStart = this.runs
      .filter(({ startedAt }) => startedAt >= since)
      .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
    return (query.get('order') === 'asc' ? byStart : byStart.toReversed()).slice(0, Number(query.get('limit')));
  }
}

function aTail(): { server: LogServer; told: () => Promise<readonly string[]> } {
  const server = new LogServer();
  const client = new SluiceClient({ apiKey: 'key', fetch: server.fetch, maxRetries: 0 });
  const tail = new LogTail(client, { workspaceId: 'w', workflowId: undefined });
  return { server, told: async () => (await tail.next()).map(({ id }) => id) };
}

it('begins with the last ten runs, and continues with those that follow, each once', async () => {
  const { server, told } = aTail();
  server.runs.push(...Array.from({ length: 30 }, (_, index) => aRun(`r${index}`, index)));
  expect(await told()).toEqual(Array.from({ length: 10 }, (_, index) => `r${20 + index}`));
  expect(await told()).toEqual([]);
  server.runs.push(aRun('next', 31));
  expect(await told()).toEqual(['next']);
  expect(await told()).toEqual([]);
});

it('begins with nothing where there is nothing', async () => {
  const { server, told } = aTail();
  expect(await told()).toEqual([]);
  server.runs.push(aRun('first', 1));
  expect(await told()).toEqual(['first']);
});

it('tells a run that was recorded later than one that began after it', async () => {
  const { server, told } = aTail();
  server.runs.push(aRun('first', 1));
  await told();
  server.runs.push(aRun('later', 10));
  expect(await told()).toEqual(['later']);
  server.runs.push(aRun('late', 9));
  expect(await told()).toEqual(['late']);
});

it('tells a run when it ends, however long that takes', async () => {
  const { server, told } = aTail();
  const long = aRun('long', 1, null);
  server.runs.push(long);
  expect(await told()).toEqual([]);
  server.runs.push(aRun('much later', 500));
  expect(await told()).toEqual(['much later']);
  expect(await told()).toEqual([]);
  long.endedAt = at(600);
  expect(await told()).toEqual(['long']);
  expect(await told()).toEqual([]);
});

it('stops asking for a run that is not kept any more', async () => {
  const { server, told } = aTail();
  server.runs.push(aRun('gone', 1, null));
  await told();
  server.runs.splice(0, 1, aRun('later', 500));
  await told();
  await told();
  server.asked.length = 0;
  expect(await told()).toEqual([]);
  expect(server.asked).toEqual(['/api/v1/logs']);
});

it('loses nothing while the server does not answer', async () => {
  const { server, told } = aTail();
  server.runs.push(aRun('first', 1));
  await told();
  server.runs.push(aRun('second', 2));
  server.isDown = true;
  await expect(told()).rejects.toThrow('cannot be reached');
  server.isDown = false;
  expect(await told()).toEqual(['second']);
});
