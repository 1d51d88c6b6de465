import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let server: ServerProcess;
let port: string;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = await serverEnv(database);
  port = env['PORT'] ?? '';
  const allow = { SLUICE_BASE_URL: `http://localhost:${port}`, SLUICE_OUTBOUND_ALLOW: '127.0.0.1,localhost' };
  server = await startServerProcess({ ...env, ...allow });
  const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  workspaceId = body.data[0]?.id ?? '';
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
});

async function deploy(...blocks: readonly JsonObject[]): Promise<string> {
  const workflow = { version: '1.0', state: { ...inARow(...blocks), metadata: { name: `Chain ${Math.random()}` } } };
  const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
  await server.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
  return body.data.id;
}

/** How many runs of the workflow there were, and the traces of all of them. */
async function runsOf(id: string): Promise<{ readonly count: number; readonly traces: string }> {
  const query = `workspaceId=${workspaceId}&workflowIds=${id}&details=full&includeTraceSpans=true`;
  const { body } = await server.call<{ data: unknown[] }>('GET', `/api/v1/logs?${query}`);
  return { count: body.data.length, traces: JSON.stringify(body.data) };
}

describe('a workflow that calls itself over HTTP', () => {
  it.each(['localhost', '127.0.0.1', '2130706433'])('is refused after 25 runs when it calls %s', async (host) => {
    const headers = { 'X-API-Key': testKey, 'X-Sim-Via': '' };
    const again = blockWith('again', 'api', { url: '<start.url>', method: 'POST', headers, body: '{"url": "<start.url>"}' });
    const id = await deploy(again);
    const { status } = await server.call('POST', `/api/workflows/${id}/execute`, {
      url: `http://${host}:${port}/api/workflows/${id}/execute`,
    });
    expect(status).toBe(500);
    expect(await runsOf(id)).toMatchObject({ count: 25, traces: expect.stringContaining('CALL_CHAIN_TOO_DEEP') });
  });

  it('is refused after 25 runs when a function calls it', async () => {
    const code = `const r = await fetch(<start.url>, { method: 'POST', headers: { 'X-API-Key': <start.key>, 'Content-Type': 'application/json' }, body: JSON.stringify({ url: <start.url>, key: <start.key> }) }); return { status: r.status, body: await r.json() }`;
    const id = await deploy(functionBlock('again', code));
    const url = `http://localhost:${port}/api/workflows/${id}/execute`;
    const { status, body } = await server.call('POST', `/api/workflows/${id}/execute`, { url, key: testKey });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('CALL_CHAIN_TOO_DEEP');
    expect((await runsOf(id)).count).toBe(25);
  });
});

describe('the chain of calls', () => {
  it('refuses the 25th link, and no shorter chain', async () => {
    const id = await deploy(functionBlock('done', 'return 1'));
    const via = (count: number) => ({ 'X-Sim-Via': Array.from({ length: count }, (_, index) => `w${String(index)}`).join(', ') });
    expect((await server.call('POST', `/api/workflows/${id}/execute`, {}, via(24))).status).toBe(200);
    for (const path of [`/api/workflows/${id}/execute`, `/api/v2/workflows/${id}/execute`]) {
      const refused = await server.call<Record<string, unknown>>('POST', path, {}, via(25));
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([
        409,
        expect.stringContaining('Maximum workflow call chain depth (25) exceeded.'),
      ]);
    }
  });

  it('continues through a job', async () => {
    const last = await deploy(functionBlock('done', 'return 1'));
    const url = `http://127.0.0.1:${port}/api/workflows/${last}/execute`;
    const id = await deploy(blockWith('call', 'api', { url, method: 'POST', headers: { 'X-API-Key': testKey }, body: '{}' }));
    const via = { 'X-Sim-Via': Array.from({ length: 24 }, () => 'w').join(',') };
    const { status, body } = await server.call<{ jobId: string }>('POST', `/api/workflows/${id}/execute`, { async: true }, via);
    expect(status).toBe(202);
    const job = await eventually(async () => {
      const found = await server.call<{ status: string; error?: string }>('GET', `/api/jobs/${body.jobId}`);
      if (found.body.status !== 'failed') throw new Error(`The job is ${found.body.status}`);
      return found.body;
    }, 20_000);
    expect(job.error).toContain('409');
  });
});
