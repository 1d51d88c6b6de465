import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { freePort, serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Effect {
  readonly kind: string;
  readonly outcome: string;
  readonly cost?: number;
}

let database: TestDatabase;
let models: FakeModels;
let env: Record<string, string>;
let server: ServerProcess;
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  models = await startFakeModels();
  env = await serverEnv(database, models.env);
  server = await startServerProcess(env);
  const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  workspaceId = body.data[0]?.id ?? '';
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await models.stop();
  await database.drop();
});

async function killAndStart(): Promise<void> {
  await server.kill('SIGKILL');
  server = await startServerProcess(env);
}

/** The support agent of the examples, with a knowledge base. */
async function deploySupportAgent(mostDollars: string): Promise<string> {
  const base = await server.call<{ data: { knowledgeBase: { id: string } } }>('POST', '/api/v1/knowledge', {
    workspaceId,
    name: randomUUID(),
  });
  const baseId = base.body.data.knowledgeBase.id;
  await addHandbook(baseId);
  const text = readFileSync('examples/support-agent/workflow.json', 'utf8')
    .replace('KNOWLEDGE_BASE_ID', baseId)
    .replace('MODEL_NAME', 'fake/tool-then-text:50')
    .replace('MOST_DOLLARS', mostDollars);
  const imported = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId,
    workflow: JSON.parse(text) as unknown,
  });
  const { id } = imported.body.data;
  expect((await server.call('POST', `/api/v1/workflows/${id}/deploy`)).status).toBe(200);
  return id;
}

async function addHandbook(baseId: string): Promise<void> {
  const body = new FormData();
  body.set('workspaceId', workspaceId);
  body.set('file', new Blob([readFileSync('examples/answer-a-customer/handbook/refunds.md')]), 'refunds.md');
  await fetch(`${server.url}/api/v1/knowledge/${baseId}/documents`, { method: 'POST', headers: { 'x-api-key': testKey }, body });
  await eventually(async () => {
    const { body: documents } = await server.call<{ data: { documents: { processingStatus: string }[] } }>(
      'GET',
      `/api/v1/knowledge/${baseId}/documents?workspaceId=${workspaceId}`,
    );
    expect(documents.data.documents.map(({ processingStatus }) => processingStatus)).toEqual(['completed']);
  });
}

async function effectsOf(executionId: string): Promise<readonly Effect[]> {
  return (await server.call<{ data: Effect[] }>('GET', `/api/v1/logs/executions/${executionId}/effects`)).body.data;
}

const message = 'My lamp arrived broken. Please refund order number: 1815, amount: 49.50';

describe('the support agent of the examples', () => {
  it('survives kills while it waits and while it writes, makes each call once, and is read by a second process', async () => {
    const workflow = await deploySupportAgent('1');
    const executionId = randomUUID();
    const asked = await server.call('POST', `/api/workflows/${workflow}/execute`, { message }, { 'x-execution-id': executionId });
    expect(asked.body).toMatchObject({ status: 'paused' });

    await killAndStart();
    const questions = await server.call<{ data: { workflowId: string; apiUrl: string; form: unknown }[] }>(
      'GET',
      `/api/v1/pauses?workspaceId=${workspaceId}`,
    );
    const question = questions.body.data.find(({ workflowId }) => workflowId === workflow);
    expect(question?.form).toContainEqual(expect.objectContaining({ name: 'arguments', value: { orderNumber: 1815, amount: 49.5 } }));
    const answering = server.call('POST', new URL(question?.apiUrl ?? '').pathname, { input: { approved: true } }).catch(() => undefined);

    // The last answer takes seconds: the process ends while it is written.
    await eventually(() => expect(models.log.requests.filter(({ state }) => state === 'open')).toHaveLength(1));
    await killAndStart();
    await answering;
    const second = await startServerProcess({ ...env, PORT: String(await freePort()) });
    await eventually(async () => {
      const { body } = await second.call<{ executionMetadata: { endedAt: string | null } }>(
        'GET',
        `/api/v1/logs/executions/${executionId}`,
      );
      expect(body.executionMetadata.endedAt).not.toBeNull();
    }, 30_000);
    const stream = await fetch(`${second.url}/api/workflows/${workflow}/executions/${executionId}/stream?selectedOutputs=agent.content`, {
      headers: { 'x-api-key': testKey },
    });
    expect(await stream.text()).toMatch(/Kind regards[^]*"success":true/);
    await second.kill('SIGTERM');

    const effects = await effectsOf(executionId);
    const settled = effects.filter(({ outcome }) => outcome === 'answered').map(({ kind }) => kind);
    expect(settled).toEqual(['model', 'tool', 'model', 'tool', 'model']);
    // Only the call that was in flight at the kill is made again, under the same key.
    const requests = Object.values(models.log.byKey()).map((counts) => counts.requests);
    expect(requests.toSorted((one, other) => one - other)).toEqual([1, 1, 2]);
    expect(models.log.requests.filter(({ state }) => state === 'closed-early')).toHaveLength(1);
  }, 120_000);

  it('is stopped by a limit of one cent before its second call, and log, calls and usage agree', async () => {
    const workflow = await deploySupportAgent('0.01');
    const executionId = randomUUID();
    models.log.clear();
    const { body } = await server.call('POST', `/api/workflows/${workflow}/execute`, { message }, { 'x-execution-id': executionId });
    expect(body).toMatchObject({ error: 'Agent: The next call would exceed the limit of 0.01 US dollars (maxCostUsd)' });
    expect(models.log.requests).toHaveLength(1);
    const paid = (await effectsOf(executionId)).reduce((sum, { kind, cost = 0 }) => sum + (kind === 'model' ? cost : 0), 0);
    expect(paid).toBeGreaterThan(0);
    await eventually(async () => {
      const log = await server.call<{ executionMetadata: { cost: { total: number } } }>('GET', `/api/v1/logs/executions/${executionId}`);
      expect(log.body.executionMetadata.cost.total).toBeCloseTo(paid, 9);
      const usage = await server.call<{ data: { groups: { workflowId: string; cost: number; calls: number }[] } }>(
        'GET',
        `/api/v1/usage?workspaceId=${workspaceId}&groupBy=workflow`,
      );
      const group = usage.body.data.groups.find(({ workflowId }) => workflowId === workflow);
      expect(group?.calls).toBe(1);
      expect(group?.cost).toBeCloseTo(paid, 9);
    });
  }, 60_000);
});
