import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { register } from '../../support/mcp/mcp-api.js';
import { mcpSite, type McpSite } from '../../support/mcp/misbehaving-server.js';
import { closeSites } from '../../support/sites.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: { ...fake.env, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
}, 60_000);
afterAll(async () => {
  await server.close();
  await fake.stop();
});
afterEach(closeSites);

const owner = () => server.as(server.first.apiKey);

/** Imports an export of another editor. `url` is the address of its server. @returns the id of the workflow */
async function imported(name: string, { url }: McpSite): Promise<string> {
  const text = readFileSync(new URL(`../../fixtures/workflows/mcp/${name}.json`, import.meta.url), 'utf8');
  const workflow: unknown = JSON.parse(text.replaceAll('https://mcp.example.com', url));
  const { body } = await owner().post('/api/v1/workflows/import').send({ workspaceId: server.first.workspaceId, workflow }).expect(201);
  return body.data.id as string;
}

async function answerOf(workflowId: string): Promise<unknown> {
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ question: 'Which one?' }).expect(200);
  return body;
}

describe.each(['mcp-block', 'agent-mcp-tool'])('an imported document with %s', (name) => {
  it('is imported, and cannot be deployed before its server is registered', async () => {
    const id = await imported(name, await mcpSite());
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(JSON.stringify(body.details)).toContain('mcp-5d41402a');
  });

  it('runs unchanged once its server is registered', async () => {
    const site = await mcpSite();
    const id = await imported(name, site);
    const { id: serverId } = await register(server, `${site.url}/mcp`, { name: 'mcp-5d41402a' });
    expect(await answerOf(id)).toMatchObject({ success: true });
    const [call] = site.asked.filter(({ method }) => method === 'tools/call');
    expect(call?.params).toMatchObject({ name: 'echo', arguments: { text: 'Which one?' } });
    await owner().delete(`/api/v1/mcp-servers/${serverId}`).expect(200);
  });
});

it('an imported agent finds its server by its address, whatever the server is called here', async () => {
  const site = await mcpSite();
  const id = await imported('agent-mcp-tool', site);
  await register(server, `${site.url}/mcp`, { name: 'search engine' });
  expect(await answerOf(id)).toMatchObject({ success: true });
});
