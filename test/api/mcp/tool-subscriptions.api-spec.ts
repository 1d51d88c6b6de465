import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ToolSubscriptions } from '#modules/mcp/server/tool-subscriptions.js';
import { eventually } from '../../support/eventually.js';
import { openStream, type OpenStream } from '../../support/event-stream.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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

const owner = () => server.as(server.first.apiKey);
const changed = 'notifications/tools/list_changed';

/** A client that subscribes to the tools of a server, at the second process. */
function subscribed(path: string, { at = second, notifications = { toolsListChanged: true } as object } = {}): Promise<OpenStream> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'a-client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'subscriptions/listen',
  };
  const body = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params: { _meta, notifications } };
  return openStream({ url: at.url, first: server.first }, { method: 'POST', path, body, headers });
}

function countOf(stream: OpenStream, method: string): number {
  return stream.text().split(`"method":"${method}"`).length - 1;
}

describe('a subscription to the tools of an MCP server', () => {
  it('announces what another process changes, and nothing of other servers', async () => {
    const workflowIds = [await deployedTool(server, 'Seen', toolState([{ name: 'first', type: 'string' }], 'return 1'))];
    const { path } = await mcpServer(server, { workflowIds });
    const { path: other } = await mcpServer(server);
    const [stream, otherStream] = [await subscribed(path), await subscribed(other)];
    await eventually(() => expect(countOf(stream, 'notifications/subscriptions/acknowledged')).toBe(1));
    await owner()
      .put(`/api/v1/workflows/${workflowIds[0]}/state`)
      .send({ state: toolState([{ name: 'second', type: 'string' }], 'return 1') })
      .expect(200);
    await owner().post(`/api/v1/workflows/${workflowIds[0]}/deploy`).expect(200);
    await eventually(() => expect(countOf(stream, changed)).toBe(1));
    await owner().delete(`/api/v1/workflows/${workflowIds[0]}/deploy`).expect(200);
    await eventually(() => expect(countOf(stream, changed)).toBe(2));
    expect(countOf(otherStream, changed)).toBe(0);
    stream.leave();
    otherStream.leave();
  });

  it('to notifications that the server does not have ends at once', async () => {
    const { path } = await mcpServer(server);
    const stream = await subscribed(path, { notifications: { promptsListChanged: true } });
    await stream.ended;
    expect(stream.text()).toContain('"notifications":{}');
  });

  it('that is refused, or ends, leaves nothing behind', async () => {
    const { path } = await mcpServer(server);
    const subscriptions = second.app.get(ToolSubscriptions);
    const before = subscriptions.count;
    const refused = await subscribed(path, { notifications: 7 as never });
    await refused.ended;
    const stream = await subscribed(path);
    await eventually(() => expect(countOf(stream, 'notifications/subscriptions/acknowledged')).toBe(1));
    expect(subscriptions.count).toBe(before + 1);
    stream.leave();
    await eventually(() => expect(subscriptions.count).toBe(before));
  });

  it('is one of at most 20 of a key', async () => {
    const { path } = await mcpServer(server);
    const streams = await Promise.all(Array.from({ length: 20 }, () => subscribed(path)));
    const refused = await subscribed(path);
    await refused.ended;
    expect(refused.status).toBe(429);
    for (const stream of streams) stream.leave();
    await eventually(async () => {
      const next = await subscribed(path);
      expect(next.status).toBe(200);
      next.leave();
    });
  });

  it('ends when its process stops', async () => {
    const { path } = await mcpServer(server);
    const third = await startTestApp({ beside: server });
    const stream = await subscribed(path, { at: third });
    await eventually(() => expect(countOf(stream, 'notifications/subscriptions/acknowledged')).toBe(1));
    await third.close();
    await stream.ended;
  });
});
