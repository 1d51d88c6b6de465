import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startGatedServer, type GatedServer } from '../support/gated-server.js';
import { blockWith, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const noticeMs = 3000;
/** The two processes of a busy machine may begin the next step this much apart. */
const apartMs = 1500;

let database: TestDatabase;
let outside: GatedServer;
let server: ServerProcess;
let [quick, slow] = ['', ''];

beforeAll(async () => {
  [database, outside] = await Promise.all([createTestDatabase(), startGatedServer()]);
  const settings = { SLUICE_PROCESSES: '4', SLUICE_DATABASE_POOL: '3', SLUICE_LOG_LEVEL: 'info', SLUICE_DRAIN_NOTICE: `${noticeMs}ms` };
  server = await startServerProcess(await serverEnv(database, settings));
  await eventually(() => expect(server.output()).toContain('All processes are ready'), 150_000);
  quick = await deploy('variables', { variables: [] });
  slow = await deploy('api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' });
}, 240_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await outside.close();
  await database.drop();
});

async function deploy(type: string, fields: Parameters<typeof blockWith>[2]): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: { version: '1.0', state: { ...inARow(blockWith('block', type, fields)), metadata: { name: type } } },
  });
  await server.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
  return body.data.id;
}

interface Seen {
  readonly sentMs: number;
  /** The status, and whether the response closes the connection; or why there was no response. */
  readonly answer: string;
}

/** A request on a new connection. */
async function ask(method: string, path: string): Promise<string> {
  const headers = { 'x-api-key': testKey, 'content-type': 'application/json' };
  const sent = request(`${server.url}${path}`, { method, headers, agent: false, signal: AbortSignal.timeout(20_000) });
  try {
    const [response] = await once(sent.end(method === 'POST' ? '{}' : undefined), 'response');
    response.resume();
    return `${response.statusCode} ${response.headers.connection}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** Asks on new connections all the time. @returns how to end it and see the answers */
function asking(method: string, path: string): () => Promise<readonly Seen[]> {
  const beganAt = performance.now();
  const all: Promise<Seen>[] = [];
  const timer = setInterval(() => {
    const sentMs = performance.now() - beganAt;
    all.push(ask(method, path).then((answer) => ({ sentMs, answer })));
  }, 50);
  return async () => {
    clearInterval(timer);
    return Promise.all(all);
  };
}

const answers = (seen: readonly Seen[]): readonly string[] => [...new Set(seen.map(({ answer }) => answer))];

describe('several processes that stop', () => {
  it('are not ready at once, accept starts on new connections for the notice, refuse them until all work is finished, and finish it', async () => {
    const running = server.call<{ success: boolean }>('POST', `/api/workflows/${slow}/execute`, {});
    const queued = await server.call('POST', `/api/workflows/${slow}/execute`, {}, { 'x-execution-mode': 'async' });
    expect(queued.status).toBe(202);
    await eventually(() => expect(outside.keys).toHaveLength(2));

    const exit = server.kill('SIGTERM');
    await pause(300);
    const [ready, starts] = [asking('GET', '/health/ready'), asking('POST', `/api/workflows/${quick}/execute`)];
    await pause(noticeMs + apartMs + 1000);
    const [readiness, started] = await Promise.all([ready(), starts()]);
    outside.open();

    expect(answers(readiness)).toEqual(['503 close']);
    expect(answers(started.filter(({ sentMs }) => sentMs < noticeMs - apartMs))).toEqual(['200 close']);
    expect(answers(started.filter(({ sentMs }) => sentMs > noticeMs + apartMs))).toEqual(['503 close']);
    expect(answers(started).toSorted()).toEqual(['200 close', '503 close']);
    expect(await running).toMatchObject({ status: 200, body: { success: true } });
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(await ask('GET', '/health/live')).toBe('ECONNREFUSED');
  }, 120_000);
});
