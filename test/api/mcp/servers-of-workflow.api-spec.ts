import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deployedTool, toolState } from '../../support/mcp/mcp-servers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const most = 100;
let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  second = await startTestApp({ beside: server });
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

it('a workflow is a tool of at most 100 servers, also when two processes offer it at once', async () => {
  const workflowId = await deployedTool(server, 'Popular', toolState([], 'return 1'));
  const offer = async (n: number, at: TestApp = server) => {
    const body = { workspaceId: server.first.workspaceId, name: `Server ${n}`, workflowIds: [workflowId] };
    return at.as(server.first.apiKey).post('/api/mcp/workflow-servers').send(body);
  };
  for (let n = 1; n < most; n += 1) expect((await offer(n)).status).toBe(200);
  const answers = await Promise.all([offer(most), offer(most + 1, second), offer(most + 2), offer(most + 3, second)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({ details: [{ path: ['workflowIds'], code: 'out_of_range' }] });
  const { rows } = await server.database.pool.query<{ n: number }>('select count(*)::int as n from mcp_tool where workflow_id = $1', [
    workflowId,
  ]);
  expect(rows[0]?.n).toBe(most);
}, 120_000);
