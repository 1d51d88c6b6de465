import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { pausedRun } from '../../support/resume-api.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

let fake: FakeModels;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: fake.env });
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const owner = () => server.as(server.first.apiKey);

const answering = (version: string): JsonObject => inARow(functionBlock('answer', `return "this is ${version}"`));

async function redeploy(workflowId: string, state: JsonObject): Promise<void> {
  await owner().put(`/api/v1/workflows/${workflowId}/state`).send({ state }).expect(200);
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
}

/** A run of an agent with a workflow as its tool, which waits for the approval of its first call. */
async function waitingAgent(called: string, approval: JsonObject = {}): Promise<{ answerAt: string }> {
  const tool = { type: 'workflow', title: 'Lookup', usageControl: 'auto', params: { workflowId: called }, approval: 'always' };
  const fields = { model: 'fake/tool', messages: JSON.stringify([{ role: 'user', content: 'Look it up' }]), tools: [tool], ...approval };
  const agent = await deployState(server, inARow(blockWith('agent', 'agent', fields)));
  await pausedRun(server, agent);
  const { body } = await owner().get(`/api/v1/pauses?workspaceId=${server.first.workspaceId}`).expect(200);
  const [open] = (body.data as { workflowId: string; apiUrl: string }[]).filter(({ workflowId }) => workflowId === agent);
  return { answerAt: new URL(open?.apiUrl ?? '').pathname };
}

const approve = (answerAt: string) =>
  owner()
    .post(answerAt)
    .send({ input: { approved: true } })
    .expect(200);

describe('a workflow as the tool of an agent', () => {
  it('runs the version that was deployed when the agent began, whatever is deployed meanwhile', async () => {
    const called = await deployState(server, answering('version 1'));
    const { answerAt } = await waitingAgent(called);
    await redeploy(called, answering('version 2'));
    expect((await approve(answerAt)).text).toContain('this is version 1');
    const next = await waitingAgent(called);
    expect((await approve(next.answerAt)).text).toContain('this is version 2');
  });

  it.each([
    ['undeployed', '/deploy'],
    ['deleted', ''],
  ])('runs that version also when it is %s meanwhile', async (_, path) => {
    const called = await deployState(server, answering('version 1'));
    const { answerAt } = await waitingAgent(called);
    await owner().delete(`/api/v1/workflows/${called}${path}`).expect(200);
    expect((await approve(answerAt)).text).toContain('this is version 1');
  });

  it('is not called when one of two people refuses', async () => {
    const called = await deployState(server, answering('called'));
    const { answerAt } = await waitingAgent(called, { toolApproval: { tools: 'always', requiredApprovals: 2 } });
    const refusal = { approved: false, reason: 'Not today' };
    await owner().post(answerAt).send({ input: refusal }).expect(200);
    const other = server.as(await memberKey(server, 'write'));
    const { text } = await other
      .post(answerAt)
      .send({ input: { approved: true } })
      .expect(200);
    expect(text).not.toContain('this is called');
    expect(text).toContain('Not today');
  });
});
