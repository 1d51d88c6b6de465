import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEffectSink, type EffectSink } from '../support/effect-sink.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let sink: EffectSink;
let server: ServerProcess;
let env: Record<string, string>;
let delayMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEffectSink(() => delayMs);
  env = await serverEnv(database);
  server = await startServerProcess(env);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await sink.close();
  await database.drop();
});

interface RunEvents {
  readonly data: readonly { readonly type: string; readonly node?: string; readonly payload: Record<string, unknown> }[];
}

const calls = (): readonly string[] => [...sink.seen.values()].flat();
const call = (id: string, sent = '') =>
  blockWith(id, 'api', { url: sink.url, method: 'POST', body: `{"${id}": "${sent}"}`, timeout: '20000' });

async function draft(code: string): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body: created } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows', {
    workspaceId: workspaces.data[0]?.id,
    name: 'Three calls',
  });
  await save(created.data.id, code);
  return created.data.id;
}

async function save(id: string, code: string): Promise<void> {
  const pinned = { ...call('pinned'), pin: { output: { data: 'pinned' } } };
  const state = inARow(
    call('first'),
    pinned,
    functionBlock('work', code),
    call('second', '<work.result>'),
    functionBlock('after', 'return 1'),
  );
  await server.call('PUT', `/api/v1/workflows/${id}/state`, { state });
}

async function test(id: string, body: object): Promise<string> {
  const { body: started } = await server.call<{ data: { executionId: string } }>('POST', `/api/v1/workflows/${id}/draft/runs`, body);
  return started.data.executionId;
}

const eventsOf = (executionId: string): Promise<RunEvents['data']> =>
  eventually(async () => {
    const { body } = await server.call<RunEvents>('GET', `/api/v1/logs/executions/${executionId}/events`);
    expect(body.data.at(-1)?.type).toBe('execution.completed');
    return body.data;
  }, 60_000);

describe('a test of a draft whose process is killed', () => {
  it('continues by its rules in another process, on the document that it has pinned, and repeats no call', async () => {
    const id = await draft('return 1');
    const first = await test(id, {});
    await eventsOf(first);
    expect(calls()).toHaveLength(2);

    await save(id, 'return 2');
    delayMs = 5000;
    const second = await test(id, { reuse: first, until: 'second' });
    await eventually(() => expect(calls()).toHaveLength(3), 20_000);
    await save(id, 'throw new Error("the draft has changed")');
    await server.kill('SIGKILL');
    delayMs = 0;
    server = await startServerProcess(env);

    const events = await eventsOf(second);
    const ended = events.filter(({ type }) => type === 'execution.block-completed');
    expect(ended.map(({ node, payload }) => [node, payload['recorded'] ?? payload['pinned'] ?? false])).toEqual([
      ['start', false],
      ['first', true],
      ['pinned', true],
      ['work', false],
      ['second', false],
    ]);
    expect(events.some(({ type }) => type === 'execution.recovered')).toBe(true);
    // The call that was in progress is made again, with the same key.
    expect([...sink.seen.values()].map((bodies) => bodies.length).toSorted((one, other) => one - other)).toEqual([1, 1, 2]);
  }, 120_000);
});
