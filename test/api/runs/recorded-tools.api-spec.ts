import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { executionStream } from '#engine/execution.events.js';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { agentTool, agentWith, register } from '../../support/mcp/mcp-api.js';
import { mcpSite, type McpSite } from '../../support/mcp/misbehaving-server.js';
import { deployState } from '../../support/run-api.js';
import { closeSites } from '../../support/sites.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;
let site: McpSite;
let agent: string;

const answered = { content: [{ type: 'text', text: 'done' }] };
/** The first call of the tool waits until the end. */
const { promise: firstAnswer, resolve: answerFirst } = Promise.withResolvers<typeof answered>();

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: { ...fake.env, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  site = await mcpSite({ call: () => (calls() === 1 ? firstAnswer : answered) });
  const { id } = await register(server, `${site.url}/mcp`);
  agent = await deployState(server, agentWith([agentTool(id, 'echo')]));
}, 60_000);
afterAll(async () => {
  answerFirst(answered);
  await closeSites();
  await server.close();
  await fake.stop();
});

const owner = () => server.as(server.first.apiKey);
const calls = () => site.asked.filter(({ method }) => method === 'tools/call').length;
const typesOf = async (executionId: string) => (await server.database.store.read(executionStream, executionId)).map(({ type }) => type);

describe('a recorded replay of a run that was cancelled while a tool of an MCP server was called', () => {
  it('does not call the tool, and asks no model', async () => {
    const answer = owner()
      .post(`/api/workflows/${agent}/execute`)
      .set('X-Execution-Id', 'cut-off')
      .send({})
      .then((given) => given);
    await eventually(() => expect(calls()).toBe(1));
    await owner().post(`/api/workflows/${agent}/executions/cut-off/cancel`).expect(200);
    const { body: original } = await answer;
    expect(original).toMatchObject({ code: 'EXECUTION_CANCELLED' });
    const asked = fake.log.requests.length;

    const { body } = await owner().post(`/api/workflows/${agent}/executions/cut-off/replay`).send({ mode: 'recorded' });
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('The recorded run ended before this block did') });
    expect(calls()).toBe(1);
    expect(fake.log.requests).toHaveLength(asked);

    const events = await server.database.store.read(executionStream, body.executionId as string);
    const told = events.find(({ type }) => type === 'execution.tool-answered')?.payload;
    expect(told).toMatchObject({ outcome: 'failed', result: { value: expect.stringContaining('A recorded replay cannot use external') } });
    expect(await typesOf(body.executionId as string)).not.toContain('execution.effect-intended');
  }, 60_000);
});
