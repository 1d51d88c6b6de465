import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEffectSink, type EffectSink } from '../support/effect-sink.js';
import { openStreamAt, type OpenStream } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let sink: EffectSink;
let server: ServerProcess;
let env: Record<string, string>;
let workflowId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEffectSink(() => 1500);
  env = await serverEnv(database);
  server = await startServerProcess(env);
  workflowId = await deploy();
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await sink.close();
  await database.drop();
});

async function deploy(): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const state = inARow(
    functionBlock('before', 'return "one"'),
    blockWith('call', 'api', { url: sink.url, method: 'POST', body: '{"n": 1}', timeout: '20000' }),
    functionBlock('after', 'return "three"'),
  );
  const { body: created } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows', {
    workspaceId: workspaces.data[0]?.id,
    name: 'Slow',
  });
  await server.call('PUT', `/api/v1/workflows/${created.data.id}/state`, { state });
  await server.call('POST', `/api/v1/workflows/${created.data.id}/deploy`);
  return created.data.id;
}

const selectedOutputs = ['before.result', 'call.data', 'after.result'];

const start = (): Promise<OpenStream> =>
  openStreamAt(`${server.url}/api/workflows/${workflowId}/execute`, {
    method: 'POST',
    headers: { 'X-API-Key': testKey },
    body: { stream: true, selectedOutputs },
  });

function comeBack(stream: OpenStream): Promise<OpenStream> {
  const path = `/api/workflows/${workflowId}/executions/${String(stream.headers['x-execution-id'])}/stream`;
  return openStreamAt(`${server.url}${path}?selectedOutputs=${selectedOutputs.join()}`, {
    method: 'GET',
    headers: { 'X-API-Key': testKey, 'Last-Event-ID': stream.frames.at(-1)?.id ?? '' },
  });
}

describe('a streamed run whose server', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends by %s continues in the next one, and its reader misses nothing and sees nothing twice',
    async (signal) => {
      const before = sink.seen.size;
      const stream = await start();
      await eventually(() => {
        expect(stream.frames).toHaveLength(1);
        expect(sink.seen.size).toBe(before + 1);
      });
      await server.kill(signal);
      await stream.ended;
      const seen = [...stream.frames];
      server = await startServerProcess(env);
      const rest = await comeBack(stream);
      await rest.ended;
      expect([...seen, ...rest.frames].map(({ data }) => data)).toEqual([
        { blockId: 'before', chunk: 'one' },
        { blockId: 'call', chunk: expect.stringMatching(/^\n\n.*"stored": true/s) },
        { blockId: 'after', chunk: '\n\nthree' },
        { event: 'final', data: { success: true, output: {} } },
        '[DONE]',
      ]);
      expect(sink.seen.size).toBe(before + 1);
    },
    60_000,
  );
});
