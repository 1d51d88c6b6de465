import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStreamAt, type OpenStream, type ReadFrame } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { blockWith, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let models: FakeModels;
let env: Record<string, string>;
let server: ServerProcess;
let workflowId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  models = await startFakeModels();
  env = await serverEnv(database, { ...models.env });
  server = await startServerProcess(env);
  const agent = blockWith('agent', 'agent', { model: 'fake/deltas:60:50', messages: [{ role: 'user', content: 'Write' }] });
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: { version: '1.0', state: { ...inARow(agent), metadata: { name: 'Writes' } } },
  });
  workflowId = imported.data.id;
  await server.call('POST', `/api/v1/workflows/${workflowId}/deploy`);
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  await models.stop();
  await database.drop();
});

const headers = { 'X-API-Key': testKey, 'X-Sim-Stream-Protocol': 'agent-events-v1' };

function read(executionId: string, after: Record<string, string> = {}): Promise<OpenStream> {
  const path = `/api/workflows/${workflowId}/executions/${executionId}/stream?selectedOutputs=agent.content`;
  return openStreamAt(`${server.url}${path}`, { method: 'GET', headers: { ...headers, ...after } });
}

/** What a reader has in the end: text that was taken back does not count. */
function textOf(frames: readonly ReadFrame[]): string {
  let text = '';
  for (const { data } of frames) {
    const { event, chunk = '' } = data as { event?: string; chunk?: string };
    text = event === 'chunk_reset' ? '' : text + chunk;
  }
  return text;
}

describe('a reader of an agent whose process is killed while it writes', () => {
  it('comes back with its last id, and has the text of a reader who has never left', async () => {
    const started = await openStreamAt(`${server.url}/api/workflows/${workflowId}/execute`, {
      method: 'POST',
      headers,
      body: { stream: true, selectedOutputs: ['agent.content'] },
    });
    await eventually(() => expect(textOf(started.frames).length).toBeGreaterThan(20), 20_000);
    await server.kill('SIGKILL');
    await started.ended;
    const seen = [...started.frames];
    server = await startServerProcess(env);
    const executionId = String(started.headers['x-execution-id']);
    const rest = await read(executionId, { 'Last-Event-ID': seen.at(-1)?.id ?? '' });
    await rest.ended;
    expect(rest.frames.at(-1)?.data).toBe('[DONE]');
    const whole = await read(executionId);
    await whole.ended;
    expect(textOf(whole.frames).length).toBeGreaterThan(100);
    expect(textOf([...seen, ...rest.frames])).toBe(textOf(whole.frames));
    const ids = [...seen, ...rest.frames].map(({ id }) => id).filter((id) => id !== undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(models.log.requests).toHaveLength(2);
  }, 60_000);
});
