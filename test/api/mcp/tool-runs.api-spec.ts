import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { clients } from '../../support/mcp/mcp-clients.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { blockWith, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const headers = () => ({ 'X-API-Key': server.first.apiKey });

async function connected(mode: 'legacy' | { readonly pin: string }, url: URL): Promise<Client> {
  const client = new Client({ name: 'a-client', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headers() } }));
  return client;
}

async function offered(name: string, state: JsonObject): Promise<{ readonly id: string; readonly url: URL; readonly workflowId: string }> {
  const workflowId = await deployedTool(server, name, state);
  return { ...(await mcpServer(server, { workflowIds: [workflowId] })), workflowId };
}

const eras = [['legacy', 'legacy'] as const, ['modern', { pin: '2026-07-28' }] as const];

describe.each(eras)('a call of a tool in the %s era', (_era, mode) => {
  it('reports each finished block to a client that wants progress', async () => {
    const { url } = await offered('Progress', toolState([], 'return 1'));
    const client = await connected(mode, url);
    const progress: { progress: number; message?: string | undefined }[] = [];
    await client.callTool({ name: 'progress', arguments: {} }, { onprogress: (each) => void progress.push(each) });
    expect(progress.map(({ progress: count, message }) => [count, message])).toEqual([
      [1, '1 block has finished'],
      [2, '2 blocks have finished'],
    ]);
    await client.close();
  });

  it('that the client gives up cancels its run', async () => {
    const { url, workflowId } = await offered('Slow', inARow(blockWith('wait', 'wait', { timeValue: '60', timeUnit: 'seconds' })));
    const client = await connected(mode, url);
    const gone = new AbortController();
    const call = client.callTool({ name: 'slow', arguments: {} }, { signal: gone.signal, onprogress: () => gone.abort() });
    await expect(call).rejects.toThrow(/abort/i);
    await client.close();
    await eventually(async () => {
      const { body } = await owner()
        .get(`/api/v1/logs?workspaceId=${server.first.workspaceId}&workflowIds=${workflowId}&details=full`)
        .expect(200);
      expect(body.data[0]).toMatchObject({ trigger: 'api', triggerSource: { kind: 'mcp', tool: 'slow' }, endedAt: expect.any(String) });
    }, 20_000);
  });

  it('that fails has a result with the error of the run', async () => {
    const { url, id, workflowId } = await offered('Broken', toolState([], "throw new Error('no luck')"));
    const client = await connected(mode, url);
    const result = await client.callTool({ name: 'broken', arguments: {} });
    const [{ text = '' } = {}] = result.content as { text?: string }[];
    expect(result.isError).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ success: false, executionId: expect.any(String), error: expect.stringContaining('no luck') });
    await client.close();
    await eventually(async () => {
      const { body } = await owner().get(`/api/v1/logs?workspaceId=${server.first.workspaceId}&workflowIds=${workflowId}`).expect(200);
      expect(body.data[0]).toMatchObject({ level: 'error', trigger: 'api', triggerSource: { kind: 'mcp', serverId: id, tool: 'broken' } });
    }, 20_000);
  });

  it('that pauses names the address of the answer', async () => {
    const { url, workflowId } = await offered('Asks', inARow(blockWith('ask', 'human_in_the_loop', {})));
    const client = await connected(mode, url);
    const result = await client.callTool({ name: 'asks', arguments: {} });
    const { executionId, status, url: address } = result.structuredContent as Record<string, string>;
    expect({ status, address }).toEqual({ status: 'paused', address: `${server.config.baseUrl}/resume/${workflowId}/${executionId}` });
    await client.close();
  });

  it('takes files and returns files', async () => {
    const { url } = await offered('Files', toolState([{ name: 'files', type: 'file[]' }], 'return <start.files>'));
    const client = await connected(mode, url);
    const image = { name: 'dot.png', type: 'image/png', data: 'iVBORw0KGgo=' };
    const note = { name: 'note.txt', type: 'text/plain', data: 'aGVsbG8=' };
    const { content } = await client.callTool({ name: 'files', arguments: { files: [image, note] } });
    expect((content as JsonObject[]).slice(1)).toEqual([
      { type: 'image', mimeType: 'image/png', data: image.data },
      { type: 'resource', resource: expect.objectContaining({ mimeType: 'text/plain', blob: note.data }) },
    ]);
    await client.close();
  });

  it.each<[JsonObject, string]>([
    [{ files: ['no-such-file'] }, '- files.0: File not found'],
    [{ files: [{ name: 'a.txt', data: 'YWJj' }, 'no-such-file'] }, '- files.1: File not found'],
    [{ files: [{ name: 'a.txt', data: '@@' }] }, '- files.0.data must be Base64, or a data URL with Base64'],
    [{ files: { name: 'a.txt', data: 'YWJj' } }, '- files must be a list of files'],
    [{ files: Array.from({ length: 21 }, () => ({ name: 'a.txt', data: 'YQ==' })) }, '- files must not hold more than 20 files'],
  ])('with files that cannot be stored has a result with the problem: %#', async (sent, problem) => {
    const { url } = await offered('Files', toolState([{ name: 'files', type: 'file[]' }], 'return <start.files>'));
    const client = await connected(mode, url);
    const stored = async (): Promise<unknown> => (await server.database.pool.query('select count(*) from workspace_file')).rows[0];
    const before = await stored();
    const { isError, content } = await client.callTool({ name: 'files', arguments: sent });
    expect(await stored()).toEqual(before);
    expect({ isError, content }).toEqual({ isError: true, content: [{ type: 'text', text: `The arguments are not valid:\n${problem}` }] });
    await client.close();
  });

  it('counts the workflows that led to it', async () => {
    const { url } = await offered('Deep', toolState([], 'return 1'));
    const client = new Client({ name: 'a-client', version: '1' }, { versionNegotiation: { mode } });
    const chain = Array.from({ length: 25 }, (_, index) => `w${index}`).join(',');
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers(), 'X-Sim-Via': chain } } }));
    await expect(client.callTool({ name: 'deep', arguments: {} })).rejects.toThrow('Maximum workflow call chain depth (25) exceeded');
    await client.close();
  });
});

it('a public server refuses calls once its creator has lost access', async () => {
  const workflowIds = [await deployedTool(server, 'Open', toolState([], 'return 1'))];
  const { url } = await mcpServer(server, { workflowIds, isPublic: true });
  const user = await owner().post('/api/v1/users').send({ email: 'creator@example.org', name: 'Creator' }).expect(200);
  await server.database.pool.query('update mcp_server set created_by = $1 where id = $2', [
    user.body.data.id,
    url.pathname.split('/').at(-1),
  ]);
  await eventually(async () => {
    await expect(clients['pinned']?.(url, {})).rejects.toThrow(/no access to its workspace|403/);
  });
});
