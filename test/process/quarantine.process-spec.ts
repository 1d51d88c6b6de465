import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** A server that is killed, and what it calls. Calls of `/slow` and `/slower` wait until a job is waited for. */
class KilledServer {
  #waiting: (() => void)[] = [];
  readonly #calls: string[] = [];
  readonly #outside: Server;

  private constructor(
    private readonly database: TestDatabase,
    private readonly env: Record<string, string>,
    public process: ServerProcess,
  ) {
    this.#outside = createServer((request, response) => {
      const path = request.url ?? '';
      this.#calls.push(path);
      const answer = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":true}');
      if (path.startsWith('/slow')) this.#waiting.push(answer);
      else answer();
    }).listen(0, '127.0.0.1');
  }

  static async start(): Promise<KilledServer> {
    const database = await createTestDatabase();
    const env = await serverEnv(database);
    const server = new KilledServer(database, env, await startServerProcess(env));
    if (!server.#outside.listening) await once(server.#outside, 'listening');
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process.kill('SIGKILL');
    this.#outside.closeAllConnections();
    this.#outside.close();
    await this.database.drop();
  }

  async killAndRestart(): Promise<void> {
    this.#waiting = [];
    await this.process.kill('SIGKILL');
    this.process = await startServerProcess(this.env);
  }

  callsOf(path: string): number {
    return this.#calls.filter((called) => called === path).length;
  }

  answerOne(): void {
    this.#waiting.shift()?.();
  }

  ended(jobId: string): Promise<JobResponse> {
    return eventually(async () => {
      for (const answer of this.#waiting.splice(0)) answer();
      const { body } = await this.process.call<JobResponse>('GET', `/api/jobs/${jobId}`);
      if (!['completed', 'failed'].includes(body.status)) throw new Error(`The job is ${body.status}`);
      return body;
    }, 120_000);
  }

  /** start → a call that is answered at once → two calls that wait → the number of the run */
  async deploySlow(): Promise<string> {
    const { port } = this.#outside.address() as AddressInfo;
    const call = (url: string): JsonObject => ({ url: `http://127.0.0.1:${port}${url}`, method: 'POST', body: '{"n": <start.n>}' });
    const state = inARow(
      blockWith('first', 'api', call('/quick')),
      blockWith('second', 'api', call('/slow')),
      blockWith('third', 'api', call('/slower')),
      functionBlock('done', 'return { n: <start.n> }'),
    );
    const { body: workspaces } = await this.process.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    const { body: imported } = await this.process.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
      workspaceId: workspaces.data[0]?.id,
      workflow: { version: '1.0', state: { ...state, metadata: { name: `Slow ${Math.random()}` } } },
    });
    await this.process.call('POST', `/api/v1/workflows/${imported.data.id}/deploy`);
    return imported.data.id;
  }

  async run(workflowId: string, n: number): Promise<Queued> {
    const { body } = await this.process.call<Queued>('POST', `/api/workflows/${workflowId}/execute`, { async: true, input: { n } });
    return body;
  }
}

interface Queued {
  readonly jobId: string;
  readonly executionId: string;
}

describe('a run that was alone in two processes that were killed', () => {
  it.concurrent('is quarantined, says so, and continues where it was once it is released', async () => {
    await using server = await KilledServer.start();
    const workflowId = await server.deploySlow();
    const { jobId, executionId } = await server.run(workflowId, 7);
    for (let kill = 1; kill <= 2; kill += 1) {
      await eventually(() => expect(server.callsOf('/slow')).toBe(kill), 30_000);
      await server.killAndRestart();
    }
    expect(await server.ended(jobId)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/quarantined after 2 attempts: 2 processes ended/),
    });
    expect(server.callsOf('/slow')).toBe(2);
    expect(server.process.output()).toContain('quarantined after 2 attempts');
    expect(await (await fetch(`${server.process.url}/metrics`)).text()).toMatch(/^sluice_runs_quarantined_total 1$/m);

    const { status, body } = await server.process.call<Queued>('POST', `/api/workflows/${workflowId}/executions/${executionId}/release`);
    expect(status).toBe(202);
    expect(await server.ended(body.jobId)).toMatchObject({ status: 'completed', output: { result: { n: 7 } } });
    expect(server.callsOf('/quick')).toBe(1);
    const again = await server.process.call<{ error: string }>(
      'POST',
      `/api/workflows/${workflowId}/executions/${body.executionId}/release`,
    );
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('was not quarantined') } });
  }, 180_000);

  it.concurrent('is not quarantined when it has made progress in the second one', async () => {
    await using server = await KilledServer.start();
    const workflowId = await server.deploySlow();
    const { jobId } = await server.run(workflowId, 8);
    await eventually(() => expect(server.callsOf('/slow')).toBe(1), 30_000);
    await server.killAndRestart();
    await eventually(() => expect(server.callsOf('/slow')).toBe(2), 30_000);
    server.answerOne();
    await eventually(() => expect(server.callsOf('/slower')).toBeGreaterThan(0), 30_000);
    await server.killAndRestart();
    expect(await server.ended(jobId)).toMatchObject({ status: 'completed' });
  }, 180_000);
});

describe('64 runs of a process that is killed twice in a row', () => {
  it.concurrent('all complete', async () => {
    await using server = await KilledServer.start();
    const workflowId = await server.deploySlow();
    const jobs = await Promise.all(Array.from({ length: 64 }, (_, n) => server.run(workflowId, n)));
    for (let kill = 1; kill <= 2; kill += 1) {
      await eventually(() => expect(server.callsOf('/slow')).toBeGreaterThanOrEqual(64 * kill), 60_000);
      await server.killAndRestart();
    }
    for (const { jobId } of jobs) expect(await server.ended(jobId)).toMatchObject({ status: 'completed' });
  }, 240_000);
});
