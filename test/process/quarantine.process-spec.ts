import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let env: Record<string, string>;
let server: ServerProcess;
let outside: Server;
/** Calls of `/slow` wait until they are let go. */
let waiting: (() => void)[];
let calls: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  [waiting, calls] = [[], []];
  outside = createServer((request, response) => {
    const path = request.url ?? '';
    calls.push(path);
    const answer = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":true}');
    if (path.startsWith('/slow')) waiting.push(answer);
    else answer();
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  env = await serverEnv(database);
  server = await startServerProcess(env);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  outside.closeAllConnections();
  outside.close();
  await database.drop();
});

function outsideUrl(path: string): string {
  return `http://127.0.0.1:${(outside.address() as AddressInfo).port}${path}`;
}

/** start → a call that is answered at once → two calls that wait → the number of the run */
async function deploySlow(): Promise<string> {
  const call = (url: string): JsonObject => ({ url: outsideUrl(url), method: 'POST', body: '{"n": <start.n>}' });
  const state = inARow(
    blockWith('first', 'api', call('/quick')),
    blockWith('second', 'api', call('/slow')),
    blockWith('third', 'api', call('/slower')),
    functionBlock('done', 'return { n: <start.n> }'),
  );
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: { version: '1.0', state: { ...state, metadata: { name: `Slow ${Math.random()}` } } },
  });
  await server.call('POST', `/api/v1/workflows/${imported.data.id}/deploy`);
  return imported.data.id;
}

interface Queued {
  readonly jobId: string;
  readonly executionId: string;
}

async function start(workflowId: string, n: number): Promise<Queued> {
  const { body } = await server.call<Queued>('POST', `/api/workflows/${workflowId}/execute`, { async: true, input: { n } });
  return body;
}

async function killAndRestart(): Promise<void> {
  waiting = [];
  await server.kill('SIGKILL');
  server = await startServerProcess(env);
}

const callsOf = (path: string): number => calls.filter((called) => called === path).length;
const slowCalls = (): number => callsOf('/slow');

function ended(jobId: string): Promise<JobResponse> {
  return eventually(async () => {
    for (const answer of waiting.splice(0)) answer();
    const { body } = await server.call<JobResponse>('GET', `/api/jobs/${jobId}`);
    if (!['completed', 'failed'].includes(body.status)) throw new Error(`The job is ${body.status}`);
    return body;
  }, 120_000);
}

describe('a run that was alone in two processes that were killed', () => {
  it('is quarantined, says so, and continues where it was once it is released', async () => {
    const workflowId = await deploySlow();
    const { jobId, executionId } = await start(workflowId, 7);
    for (let kill = 1; kill <= 2; kill += 1) {
      await eventually(() => expect(slowCalls()).toBe(kill), 30_000);
      await killAndRestart();
    }
    expect(await ended(jobId)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/quarantined after 2 attempts: 2 processes ended/),
    });
    expect(slowCalls()).toBe(2);
    expect(server.output()).toContain('quarantined after 2 attempts');
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^sluice_runs_quarantined_total 1$/m);

    const { status, body } = await server.call<Queued>('POST', `/api/workflows/${workflowId}/executions/${executionId}/release`);
    expect(status).toBe(202);
    expect(await ended(body.jobId)).toMatchObject({ status: 'completed', output: { result: { n: 7 } } });
    expect(callsOf('/quick')).toBe(1);
    const again = await server.call<{ error: string }>('POST', `/api/workflows/${workflowId}/executions/${body.executionId}/release`);
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('was not quarantined') } });
  }, 120_000);

  it('is not quarantined when it has made progress in the second one', async () => {
    const workflowId = await deploySlow();
    const [before, slower] = [slowCalls(), callsOf('/slower')];
    const { jobId } = await start(workflowId, 8);
    await eventually(() => expect(slowCalls()).toBe(before + 1), 30_000);
    await killAndRestart();
    await eventually(() => expect(slowCalls()).toBe(before + 2), 30_000);
    waiting.shift()?.();
    await eventually(() => expect(callsOf('/slower')).toBeGreaterThan(slower), 30_000);
    await killAndRestart();
    expect(await ended(jobId)).toMatchObject({ status: 'completed' });
  }, 120_000);
});

describe('64 runs of a process that is killed twice in a row', () => {
  it('all complete', async () => {
    const workflowId = await deploySlow();
    const before = slowCalls();
    const jobs = await Promise.all(Array.from({ length: 64 }, (_, n) => start(workflowId, n)));
    for (let kill = 1; kill <= 2; kill += 1) {
      await eventually(() => expect(slowCalls() - before).toBeGreaterThanOrEqual(64 * kill), 60_000);
      await killAndRestart();
    }
    for (const { jobId } of jobs) expect(await ended(jobId)).toMatchObject({ status: 'completed' });
  }, 240_000);
});
