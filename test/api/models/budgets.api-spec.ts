import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { builtInPlans } from '#kernel/plan/plan.js';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { choosePlan } from '../../support/plans.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aState } from '../../support/workflow-documents.js';

let fake: FakeModels;
let server: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  const file = join(folder, 'plans.json');
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  await writeFile(file, JSON.stringify({ plans: { nothing: { ...plan, costLimitUsd: 0.000_001, baseChargeUsd: 0 } } }));
  fake = await startFakeModels();
  server = await startTestApp({ env: { ...fake.env, SLUICE_PLANS_FILE: file } });
});
afterEach(async () => {
  await choosePlan(server, 'selfhosted');
  fake.log.clear();
});
afterAll(async () => {
  await server.close();
  await fake.stop();
  await rm(folder, { recursive: true });
});

const owner = () => server.as(server.first.apiKey);
const execute = (workflowId: string, headers: Record<string, string> = {}) =>
  owner().post(`/api/workflows/${workflowId}/execute`).set(headers).send({});

/** 2,000 characters: by the prices of the test provider, a call with it costs one to two cents. */
const long = 'word '.repeat(400);

function anAgent(fields: JsonObject): JsonObject {
  return blockWith('agent', 'agent', {
    model: 'fake/tool',
    messages: JSON.stringify([{ role: 'user', content: long }]),
    maxTokens: 100,
    ...fields,
  });
}

const lookUp = {
  type: 'custom-tool',
  title: 'look_up',
  usageControl: 'auto',
  schema: {
    type: 'function',
    function: { name: 'look_up', description: 'Looks up a word', parameters: { type: 'object', properties: {} } },
  },
  code: 'return "found"',
};

describe('a run that a budget stops before it has asked a model', () => {
  it('is answered with 402 by the limit of the plan, also when the request is repeated', async () => {
    const workflowId = await deployState(server, inARow(anAgent({})));
    await choosePlan(server, 'nothing');
    const headers = { 'Idempotency-Key': randomUUID() };
    const { body } = await execute(workflowId, headers).expect(402);
    expect(body).toMatchObject({
      success: false,
      code: 'BUDGET_EXCEEDED',
      error: expect.stringMatching(/^agent: Budget exceeded: .* limit of the nothing plan/),
      executionId: expect.any(String),
      output: {},
    });
    const again = await execute(workflowId, headers).expect(402).expect('Idempotent-Replayed', 'true');
    expect(again.body).toEqual(body);
    expect(fake.log.requests).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a router', blockWith('router', 'router_v2', { context: 'x', routes: [{ id: 'a', title: 'A', value: 'all' }], model: 'fake/echo' })],
    ['an agent with a limit', anAgent({ maxCostUsd: 0.000_1 })],
    ['an agent that would answer at its limit', anAgent({ maxCostUsd: 0.000_1, onLimit: 'answer' })],
    ['an agent that may cost nothing', anAgent({ maxCostUsd: 0 })],
  ])('is answered with 402 for %s', async (_, block) => {
    const workflowId = await deployState(server, inARow(block));
    await choosePlan(server, 'nothing');
    const { body } = await execute(workflowId).expect(402);
    expect(body.code).toBe('BUDGET_EXCEEDED');
    expect(fake.log.requests).toEqual([]);
  });

  it('is answered with 402 for an agent in a called workflow', async () => {
    const called = await deployState(server, inARow(anAgent({})));
    const workflowId = await deployState(server, inARow(blockWith('call', 'workflow', { workflowId: called })));
    await choosePlan(server, 'nothing');
    const { body } = await execute(workflowId).expect(402);
    expect(body.error).toContain('Budget exceeded');
  });

  it('continues at an error edge, as after any other failure', async () => {
    const blocks = inARow(anAgent({}), blockWith('after', 'function', { code: 'return <agent.error>' }));
    const [start, after] = blocks['edges'] as JsonObject[];
    const state = aState(Object.values(blocks['blocks'] as Record<string, JsonObject>), [start ?? {}, { ...after, sourceHandle: 'error' }]);
    const workflowId = await deployState(server, state);
    await choosePlan(server, 'nothing');
    const { body } = await execute(workflowId).expect(200);
    expect(body.output.result).toMatch(/^Budget exceeded/);
  });
});

describe('a run that a limit of one to two cents stops after a call', () => {
  it.each(['fail', 'answer'])('fails before the next call, and keeps what was answered (onLimit %s)', async (onLimit) => {
    const workflowId = await deployState(server, inARow(anAgent({ maxCostUsd: 0.018, onLimit, tools: [lookUp] })));
    const { body } = await execute(workflowId).expect(500);
    expect(body).toMatchObject({
      code: 'EXECUTION_ERROR',
      error: 'agent: The next call would exceed the limit of 0.018 US dollars (maxCostUsd)',
    });
    expect(fake.log.requests).toHaveLength(1);
    await eventually(async () => {
      const { body: log } = await owner().get(`/api/v1/logs/${body.executionId}`).expect(200);
      const { cost, executionData } = log.data;
      expect(JSON.stringify(executionData)).toMatch(/"steps":1,"stopReason":"max-cost"/);
      expect(cost.total).toBeGreaterThan(0.01);
      expect(cost.total).toBeLessThanOrEqual(0.018);
    }, 20_000);
  });
});

describe('an agent with maxCostUsd', () => {
  it('refuses a model without a known price, and names the remedies', async () => {
    const workflowId = await deployState(server, inARow(anAgent({ model: 'fake/unpriced-echo', maxCostUsd: 1 })));
    const { body } = await execute(workflowId).expect(402);
    expect(body.error).toBe(
      'agent: No price of fake/unpriced-echo of fake is known, so maxCostUsd cannot limit its cost. ' +
        'Add its prices to the provider (0 for a model that costs nothing), or remove maxCostUsd',
    );
    expect(fake.log.requests).toEqual([]);
  });
});
