import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { startEffectSink, type EffectSink } from '../support/effect-sink.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let sink: EffectSink;
let server: ServerProcess;
let env: Record<string, string>;
let workflowId: string;
let original: string;
let delayMs = 0;

interface Started {
  readonly executionId: string;
  readonly jobId: string;
}

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEffectSink(() => delayMs);
  env = await serverEnv(database);
  server = await startServerProcess(env);
  workflowId = await deploy();
  original = (await server.call<Started>('POST', `/api/workflows/${workflowId}/execute`, {})).body.executionId;
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await sink.close();
  await database.drop();
});

/** call the outside, work for a while, call it again. */
async function deploy(): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const call = (id: string) => blockWith(id, 'api', { url: sink.url, method: 'POST', body: `{"call": "${id}"}`, timeout: '20000' });
  const busy = 'const end = Date.now() + 1500; while (Date.now() < end); return "worked"';
  const state = inARow(call('first'), functionBlock('work', busy), call('second'));
  const { body: created } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows', {
    workspaceId: workspaces.data[0]?.id,
    name: 'Two calls',
  });
  await server.call('PUT', `/api/v1/workflows/${created.data.id}/state`, { state });
  await server.call('POST', `/api/v1/workflows/${created.data.id}/deploy`);
  return created.data.id;
}

const calls = (): readonly string[] => [...sink.seen.values()].flat();

async function replay(body: object): Promise<Started> {
  const path = `/api/workflows/${workflowId}/executions/${original}/replay`;
  return (await server.call<Started>('POST', path, { ...body, async: true })).body;
}

const finished = (jobId: string): Promise<JobResponse> =>
  eventually(async () => {
    const { body } = await server.call<JobResponse>('GET', `/api/jobs/${jobId}`);
    if (body.status !== 'completed') throw new Error(`The job is ${JSON.stringify(body)}`);
    return body;
  }, 60_000);

/** What is on disk of a run, in order. */
async function stored(executionId: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ type: string; node: string | null }>(
    `select type, data ->> 'node' as node from run_event where stream_id = $1 order by version`,
    [executionId],
  );
  await client.end();
  return rows.map(({ type, node }) => [type.replace('execution.', ''), ...(node === null ? [] : [node])].join(' '));
}

async function restart(): Promise<void> {
  await server.kill('SIGKILL');
  server = await startServerProcess(env);
}

describe('a replay whose process dies', () => {
  it('from its record is taken over, and touches nothing outside all the same', async () => {
    const before = calls().length;
    const { executionId, jobId } = await replay({ mode: 'recorded' });
    await eventually(async () => expect(await stored(executionId)).toContain('block-completed first'));
    await restart();
    expect(await finished(jobId)).toMatchObject({ output: { data: { stored: true } } });
    expect(await stored(executionId)).toEqual([
      'started',
      'block-completed start',
      'block-completed first',
      'recovered',
      'block-completed work',
      'block-completed second',
      'completed',
    ]);
    expect(calls()).toHaveLength(before);
  }, 90_000);

  it('from a block for real is taken over, and repeats nothing but the call that was under way, with its key', async () => {
    const before = sink.seen.size;
    delayMs = 2000;
    const { executionId, jobId } = await replay({ mode: 'live', from: 'second' });
    await eventually(() => expect(sink.seen.size).toBe(before + 1));
    await restart();
    expect(await finished(jobId)).toMatchObject({ output: { data: { stored: true } } });
    expect(await stored(executionId)).toEqual([
      'started',
      'block-completed start',
      'block-completed first',
      'block-completed work',
      'effect-intended second',
      'recovered',
      'effect-intended second',
      'block-completed second',
      'completed',
    ]);
    expect([...sink.seen.values()].at(-1)).toEqual(['{"call":"second"}', '{"call":"second"}']);
    expect(sink.seen.size).toBe(before + 1);
  }, 90_000);
});
