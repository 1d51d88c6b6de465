import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { McpServers } from '#modules/mcp/store/mcp-servers.js';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { eventually } from '../../support/eventually.js';
import { clients } from '../../support/mcp/mcp-clients.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, memberKey } from '../../support/workflow-api.js';

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
const base = '/api/mcp/workflow-servers';
const echo = (name = 'text') => toolState([{ name, type: 'string' }], `return <start.${name}>`);

/** The tools as a client of another process sees them. */
async function listed({
  path,
}: {
  readonly path: string;
}): Promise<readonly { name: string; description?: string; inputSchema: object }[]> {
  const connect = clients['pinned'];
  if (connect === undefined) throw new Error('There is no such client');
  const client = await connect(new URL(path, second.url), { 'X-API-Key': server.first.apiKey });
  const { tools } = await client.listTools();
  await client.close();
  return tools as never;
}

describe('an MCP server', () => {
  it('is created, changed, listed and deleted', async () => {
    const workflowId = await deployedTool(server, 'Echo text', echo());
    const { id } = await mcpServer(server, { name: 'Words', workflowIds: [workflowId] });
    const created = await owner().get(`${base}/${id}`).expect(200);
    expect(created.body).toMatchObject({
      success: true,
      data: {
        server: {
          id,
          name: 'Words',
          description: null,
          isPublic: false,
          toolCount: 1,
          toolNames: ['echo_text'],
          url: expect.stringContaining(`/api/mcp/serve/${id}`),
        },
        tools: [{ workflowId, toolName: 'echo_text', isAvailable: true, parameterSchema: { required: ['text'] } }],
      },
    });
    const changed = await owner().patch(`${base}/${id}`).send({ description: 'Repeats', isPublic: true }).expect(200);
    expect(changed.body.data.server).toMatchObject({ name: 'Words', description: 'Repeats', isPublic: true });
    const list = await owner().get(`${base}?workspaceId=${server.first.workspaceId}`).expect(200);
    expect(list.body.data.servers).toContainEqual(changed.body.data.server);
    const discovered = await owner().get('/api/mcp/discover').expect(200);
    expect(discovered.body).toMatchObject({ success: true, authentication: { method: 'API Key', header: 'X-API-Key' } });
    expect(discovered.body.servers).toContainEqual({
      id,
      name: 'Words',
      description: 'Repeats',
      workspace: { id: server.first.workspaceId, name: expect.any(String) },
      toolCount: 1,
      createdAt: changed.body.data.server.createdAt,
      url: changed.body.data.server.url,
    });
    await owner()
      .delete(`${base}/${id}`)
      .expect(200, { success: true, data: { message: 'MCP server deleted' } });
    await owner().get(`${base}/${id}`).expect(404);
    await owner().delete(`${base}/${id}`).expect(404);
  });

  it('is created with all of its tools or not at all', async () => {
    const { workspaceId } = server.first;
    const before = await owner().get(`${base}?workspaceId=${workspaceId}`).expect(200);
    const workflowIds = [await createWorkflow(server), '0197a5e0-0000-7000-8000-000000000000'];
    const { body } = await owner().post(base).send({ workspaceId, name: 'Half', workflowIds }).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ code: 'not_found', path: ['workflowIds', 1] })]);
    const after = await owner().get(`${base}?workspaceId=${workspaceId}`).expect(200);
    expect(after.body).toEqual(before.body);
  });

  it('is created by writers and deleted by admins', async () => {
    const { id } = await mcpServer(server);
    const [reader, writer] = [server.as(await memberKey(server, 'read')), server.as(await memberKey(server, 'write'))];
    await reader.get(`${base}/${id}`).expect(200);
    await reader.post(base).send({ workspaceId: server.first.workspaceId, name: 'x' }).expect(403);
    await writer.patch(`${base}/${id}`).send({ name: 'y' }).expect(200);
    await writer.delete(`${base}/${id}`).expect(403);
  });
});

describe('a tool', () => {
  it('follows its workflow on every process: it appears, changes and disappears with the active version', async () => {
    const workflowId = await createWorkflow(server, { name: 'Follow', state: echo('first') });
    const served = await mcpServer(server, { workflowIds: [workflowId] });
    await expect(listed(served)).resolves.toEqual([]);
    const has = (names: readonly string[][]): Promise<void> =>
      eventually(async () => {
        const tools = await listed(served);
        expect(tools.map(({ inputSchema }) => Object.keys((inputSchema as { properties: object }).properties))).toEqual(names);
      });
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    await has([['first']]);
    await owner()
      .put(`/api/v1/workflows/${workflowId}/state`)
      .send({ state: echo('second') })
      .expect(200);
    await has([['first']]);
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    await has([['second']]);
    await owner().post(`/api/v1/workflows/${workflowId}/rollback`).send({ version: 1 }).expect(200);
    await has([['first']]);
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    await has([]);
    const { body } = await owner().get(`${base}/${served.id}/tools`).expect(200);
    expect(body.data.tools).toEqual([expect.objectContaining({ workflowId, isAvailable: false, parameterSchema: null })]);
  }, 20_000);

  it('is named and described as its server wants', async () => {
    const workflowId = await deployedTool(server, 'Echo', echo());
    const served = await mcpServer(server);
    const settings = { toolName: 'say_it', toolDescription: 'Says it', parameterDescriptionOverrides: { text: 'What to say' } };
    const added = await owner()
      .post(`${base}/${served.id}/tools`)
      .send({ workflowId, ...settings })
      .expect(200);
    const { id: toolId } = added.body.data.tool as { readonly id: string };
    expect(await listed(served)).toEqual([
      expect.objectContaining({
        name: 'say_it',
        description: 'Says it',
        inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'What to say' } }, required: ['text'] },
      }),
    ]);
    const changed = await owner()
      .patch(`${base}/${served.id}/tools/${toolId}`)
      .send({ toolName: 'repeat', toolDescription: null })
      .expect(200);
    expect(changed.body.data.tool).toMatchObject({
      id: toolId,
      toolName: 'repeat',
      toolDescription: null,
      parameterDescriptionOverrides: { text: 'What to say' },
    });
    await owner().delete(`${base}/${served.id}/tools/${toolId}`).expect(200);
    await owner().delete(`${base}/${served.id}/tools/${toolId}`).expect(404);
    expect((await owner().get(`${base}/${served.id}/tools`).expect(200)).body.data.tools).toEqual([]);
  });

  it('is one for each workflow and each name', async () => {
    const [one, other] = [await deployedTool(server, 'Same', echo()), await deployedTool(server, 'Same', echo())];
    const { id } = await mcpServer(server, { workflowIds: [one, other] });
    const { body } = await owner().get(`${base}/${id}/tools`).expect(200);
    expect((body.data.tools as { toolName: string }[]).map(({ toolName }) => toolName)).toEqual(['same', 'same_2']);
    await owner().post(`${base}/${id}/tools`).send({ workflowId: one }).expect(409);
    const third = await deployedTool(server, 'Third', echo());
    const { body: refused } = await owner().post(`${base}/${id}/tools`).send({ workflowId: third, toolName: 'same' }).expect(409);
    expect(refused.code).toBe('DUPLICATE_NAME');
  });

  it('has the name that is made of that of its workflow again when it is named null', async () => {
    const [one, other] = [await deployedTool(server, 'Again', echo()), await deployedTool(server, 'Again', echo())];
    const { id } = await mcpServer(server, { workflowIds: [one] });
    const { body } = await owner().post(`${base}/${id}/tools`).send({ workflowId: other, toolName: 'chosen' }).expect(200);
    const rename = (toolName: string | null) => owner().patch(`${base}/${id}/tools/${body.data.tool.id}`).send({ toolName });
    for (let time = 1; time <= 2; time += 1) expect((await rename(null).expect(200)).body.data.tool.toolName).toBe('again_2');
    expect((await rename('again').expect(409)).body.code).toBe('DUPLICATE_NAME');
    await owner().patch(`${base}/${id}/tools/${id}`).send({ toolName: null }).expect(404);
  });

  it.each<[JsonObject, string]>([
    [{ toolName: 5 }, 'toolName'],
    [{ toolName: '' }, 'toolName'],
    [{ toolName: 'Say it!' }, 'toolName'],
    [{ toolName: 'x'.repeat(65) }, 'toolName'],
    [{ toolDescription: 'x'.repeat(65 * 1024) }, 'toolDescription'],
    [{ parameterDescriptionOverrides: { text: 5 } }, 'parameterDescriptionOverrides'],
    [{ parameterDescriptionOverrides: { a: 'x'.repeat(40_000), b: 'x'.repeat(40_000) } }, 'parameterDescriptionOverrides'],
    [{ parameterDescriptionOverrides: { ['x'.repeat(70_000)]: '' } }, 'parameterDescriptionOverrides'],
    [{ name: 'x' }, 'name'],
  ])('with %j is refused by field', async (settings, field) => {
    const { id } = await mcpServer(server);
    const workflowId = await createWorkflow(server);
    const { body } = await owner()
      .post(`${base}/${id}/tools`)
      .send({ workflowId, ...settings })
      .expect(400);
    expect(body.details[0].path).toEqual([field]);
  });

  it('disappears with its workflow', async () => {
    const workflowId = await deployedTool(server, 'Gone', echo());
    const { id } = await mcpServer(server, { workflowIds: [workflowId] });
    await owner().delete(`/api/v1/workflows/${workflowId}`).expect(200);
    expect((await owner().get(`${base}/${id}/tools`).expect(200)).body.data.tools).toEqual([]);
    const again = await deployedTool(server, 'Gone', echo());
    const { body } = await owner().post(`${base}/${id}/tools`).send({ workflowId: again, toolName: 'gone' }).expect(200);
    expect(body.data.tool).toMatchObject({ workflowId: again, toolName: 'gone' });
    const { servers, tools } = await server.app.get(McpServers).counts(server.first.workspaceId);
    await owner().delete(`/api/v1/workflows/${again}`).expect(200);
    expect(await server.app.get(McpServers).counts(server.first.workspaceId)).toEqual({ servers, tools: tools - 1 });
  });
});

describe('the audit log', () => {
  it('names changes of MCP servers and tools', async () => {
    const workflowId = await deployedTool(server, 'Audited', echo());
    const { id } = await mcpServer(server, { name: 'Audited', workflowIds: [workflowId] });
    await owner().patch(`${base}/${id}`).send({ isPublic: true }).expect(200);
    await owner().delete(`${base}/${id}`).expect(200);
    await auditCaughtUp(server);
    const { body } = await owner().get(`/api/v1/audit-logs?workspaceId=${server.first.workspaceId}&limit=20`).expect(200);
    const actions = (body.data as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['mcp_server.created', 'mcp_tool.changed', 'mcp_server.updated', 'mcp_server.deleted']));
  });
});
