import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { pausedRun, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';

let fake: FakeModels;
let sink: EffectSink;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  sink = await startEffectSink();
  server = await startTestApp({ env: { ...fake.env, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await server.close();
  await sink.close();
  await fake.stop();
});
afterEach(() => policy(null));

const owner = () => server.as(server.first.apiKey);
const policy = (modelPolicy: JsonObject | null) =>
  owner().patch(`/api/v1/workspaces/${server.first.workspaceId}`).send({ modelPolicy }).expect(200);

const send = (): JsonObject => ({ type: 'api', title: 'Send', params: { url: `${sink.url}/orders`, method: 'POST' } });

const agent = (tools: readonly JsonObject[], fields: JsonObject = {}): JsonObject =>
  inARow(blockWith('agent', 'agent', { model: 'fake/tool', messages: [{ role: 'user', content: 'Please send it' }], tools, ...fields }));

const execute = (workflowId: string) => owner().post(`/api/workflows/${workflowId}/execute`).send({});

/** What the model was told about its last tool call. */
const told = (): string => JSON.stringify(fake.log.requests.at(-1)?.body);

describe('a tool that a policy denies', () => {
  it('is a warning of the deployment, and fails the agent with a remedy', async () => {
    await policy({ deny: ['tool:http_request'] });
    const id = await createWorkflow(server, { state: agent([send()]) });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(body.data.warnings).toContainEqual(
      expect.objectContaining({
        code: 'tool_not_allowed',
        blockId: 'agent',
        message: expect.stringContaining('"Send" is not allowed here'),
      }),
    );
    const { body: run } = await execute(id);
    expect(run.error).toMatch(/The tool "Send" is not allowed here: a policy of .*\. Set missingTools to "skip" to run without it/);
  });

  it('is left out with a warning where the author allows that', async () => {
    await policy({ allow: ['tool:function'] });
    const id = await deployState(server, agent([send()], { missingTools: 'skip' }));
    const { body } = await execute(id).expect(200);
    expect(body.output.warnings).toEqual([expect.stringMatching(/"Send" is left out: it is not allowed here/)]);
    expect(sink.seen.size).toBe(0);
  });

  it('is not called any more when the policy changes while a person is asked, and the model learns why', async () => {
    const id = await deployState(server, agent([{ ...send(), approval: 'always' }]));
    const executionId = await pausedRun(server, id);
    await policy({ deny: ['tool:api'] });
    const { body: open } = await owner().get(`/api/v1/pauses?workspaceId=${server.first.workspaceId}`).expect(200);
    const [{ contextId }] = open.data as [{ contextId: string }];
    const { body } = await owner()
      .post(resumePath(id, executionId, contextId))
      .send({ input: { approved: true } });
    expect(body.success).toBe(true);
    expect(told()).toContain('The tool http_request is not allowed here');
    expect(sink.seen.size).toBe(0);
  });
});

describe('a host that a policy denies', () => {
  it('is a warning of the deployment where the author fixed it, and is not reached by the tool', async () => {
    // The provider has another name for the same address.
    await policy({ deny: ['host:localhost'] });
    const there = sink.url.replace('127.0.0.1', 'localhost');
    const id = await createWorkflow(server, { state: agent([{ ...send(), params: { url: `${there}/orders`, method: 'POST' } }]) });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(body.data.warnings).toContainEqual(expect.objectContaining({ code: 'host_not_allowed' }));
    await execute(id);
    expect(told()).toContain('Destination not allowed: localhost is not allowed here');
    expect(sink.seen.size).toBe(0);
  });

  it('is not asked as a provider, and the error names model, provider and remedy', async () => {
    await policy({ deny: ['host:127.0.0.1'] });
    const id = await createWorkflow(server, { state: agent([]) });
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const before = fake.log.requests.length;
    const { body } = await execute(id);
    expect(body.error).toContain('The model "fake/tool" of the provider fake is not allowed here');
    expect(body.error).toContain('Choose a model that GET /api/v1/models lists');
    expect(fake.log.requests).toHaveLength(before);
  });

  it('may be reached by code and blocks that no model calls', async () => {
    await policy({ deny: ['host:127.0.0.1'] });
    const request = blockWith('send', 'api', { url: `${sink.url}/orders`, method: 'POST' });
    await execute(await deployState(server, inARow(request))).expect(200);
    expect(sink.seen.size).toBe(1);
  });
});
