import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEffectSink } from '../support/effect-sink.js';
import { eventually } from '../support/eventually.js';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let models: FakeModels;
let env: Record<string, string>;
let server: ServerProcess;
const printed: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  models = await startFakeModels();
  env = await serverEnv(database, { ...models.env, SLUICE_LOG_LEVEL: 'debug' });
  server = await startServerProcess(env);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await models.stop();
  await database.drop();
});

async function killAndStart(): Promise<void> {
  await server.kill('SIGKILL');
  printed.push(server.output());
  server = await startServerProcess(env);
}

const marker = 'quokka7310';
const look = {
  type: 'custom-tool',
  title: 'look',
  toolId: 'custom-look',
  schema: {
    type: 'function',
    function: { name: 'look', description: 'Looks', parameters: { type: 'object', properties: { subject: { type: 'string' } } } },
  },
  code: 'return `found ${subject}`',
};

async function workspaceOfServer(): Promise<string> {
  const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  return body.data[0]?.id ?? '';
}

/** The tables that contain the text of the user. */
async function tablesWithMarker(): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [marker]);
      if (rowCount !== 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

describe('a run of a workspace that keeps no contents', () => {
  it('resumes after its process was killed, repeats no settled call, and leaves no text in events, log and metrics', async () => {
    const workspaceId = await workspaceOfServer();
    await server.call('PATCH', `/api/v1/workspaces/${workspaceId}`, { modelPolicy: { contents: 'none' } });
    const agent = blockWith('agent', 'agent', {
      model: 'fake/tool-then-text:50',
      messages: [{ role: 'user', content: '<start.said>' }],
      tools: [look],
    });
    const state = inARow(agent, functionBlock('answer', 'return [<agent.toolCalls.list[0].result.result>, <agent.content>.length > 0]'));
    const imported = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
      workspaceId,
      workflow: { version: '1.0', state: { ...state, metadata: { name: 'Look' } } },
    });
    const { id } = imported.body.data;
    await server.call('POST', `/api/v1/workflows/${id}/deploy`);
    const executionId = randomUUID();
    const running = server
      .call('POST', `/api/workflows/${id}/execute`, { said: `subject: ${marker}` }, { 'x-execution-id': executionId })
      .catch(() => undefined);
    await eventually(() => expect(models.log.requests.filter(({ state: is }) => is === 'open')).toHaveLength(1), 20_000);
    await eventually(() => expect(models.log.requests).toHaveLength(2), 20_000);

    await killAndStart();
    await running;
    const status = await eventually(async () => {
      const { body } = await server.call<{ status: string; finalOutput: unknown }>(
        'GET',
        `/api/workflows/${id}/executions/${executionId}?includeOutput=true`,
      );
      expect(body.status).toBe('completed');
      return body;
    }, 60_000);
    expect(status.finalOutput).toMatchObject({ result: [`found ${marker}`, true] });
    expect(Object.values(models.log.byKey()).map(({ requests }) => requests)).toEqual([1, 2]);

    expect(await tablesWithMarker()).toEqual(['public.run_content']);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect([...printed, server.output(), metrics].join('\n')).not.toContain(marker);
  }, 120_000);

  it('that was quarantined is released with its contents, repeats no settled call, and neither run leaves any text in events', async () => {
    let answersAfterMs = 30_000;
    const sink = await startEffectSink(() => answersAfterMs);
    const agent = blockWith('agent', 'agent', { model: 'fake/tool', messages: [{ role: 'user', content: '<start.said>' }], tools: [look] });
    const slow = blockWith('slow', 'api', { url: `${sink.url}/slow`, method: 'POST', body: '{"said": "<start.said>"}' });
    const answer = functionBlock('answer', 'return [<agent.toolCalls.list[0].result.result>]');
    const imported = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
      workspaceId: await workspaceOfServer(),
      workflow: { version: '1.0', state: { ...inARow(agent, slow, answer), metadata: { name: 'Look and wait' } } },
    });
    const { id } = imported.body.data;
    await server.call('POST', `/api/v1/workflows/${id}/deploy`);
    const before = models.log.requests.length;
    const { body: job } = await server.call<{ jobId: string; executionId: string }>('POST', `/api/workflows/${id}/execute`, {
      async: true,
      input: { said: `subject: ${marker}` },
    });
    for (let kill = 1; kill <= 2; kill += 1) {
      await eventually(() => expect([...sink.seen.values()].flat()).toHaveLength(kill), 60_000);
      await killAndStart();
    }
    answersAfterMs = 0;
    const failed = await eventually(async () => {
      const { body } = await server.call<{ status: string; error: string }>('GET', `/api/jobs/${job.jobId}`);
      expect(body.status).toBe('failed');
      return body;
    }, 60_000);
    expect(failed.error).toContain('quarantined after 2 attempts');
    expect(await tablesWithMarker()).toEqual(['public.run_content']);

    const path = `/api/workflows/${id}/executions/${job.executionId}/release`;
    const { status, body: released } = await server.call<{ jobId: string }>('POST', path);
    expect(status).toBe(202);
    const output = await eventually(async () => {
      const { body } = await server.call<{ status: string; output: unknown }>('GET', `/api/jobs/${released.jobId}`);
      expect(body.status).toBe('completed');
      return body.output;
    }, 60_000);
    expect(JSON.stringify(output)).toContain(marker);
    expect(models.log.requests).toHaveLength(before + 2);
    await sink.close();
    expect(await tablesWithMarker()).toEqual(['public.run_content']);
  }, 180_000);
});
