import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clients } from '../../support/mcp/mcp-clients.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  // Each process has its metrics.
  server = await startTestApp({ inProcess: true });
}, 60_000);
afterAll(() => server.close());

it('calls of tools are counted by outcome, and nothing names the tools, since everyone can read the metrics', async () => {
  const workflowIds = [await deployedTool(server, 'Counted', toolState([{ name: 'a', type: 'number' }], 'return <start.a>'))];
  const { url } = await mcpServer(server, { workflowIds });
  const client = await clients['pinned']?.(url, { 'X-API-Key': server.first.apiKey });
  await client?.callTool({ name: 'counted', arguments: { a: 1 } });
  await client?.callTool({ name: 'counted', arguments: { a: 'x' } });
  await client?.close();
  const { text } = await server.as().get('/metrics').expect(200);
  expect(text).toContain('sluice_mcp_server_calls_total{outcome="completed"} 1');
  expect(text).toContain('sluice_mcp_server_calls_total{outcome="invalid"} 1');
  expect(text).not.toContain('"counted"');
});
