import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clients } from '../../support/mcp/mcp-clients.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let url: URL;
let publicUrl: URL;

beforeAll(async () => {
  server = await startTestApp();
  const inputFormat = [
    { name: 'amount', type: 'number', description: 'Amount in euros' },
    { name: 'rate', type: 'number', default: 2 },
  ];
  const state = toolState(inputFormat, 'return { fee: <start.amount> * <start.rate> }');
  const workflowIds = [await deployedTool(server, 'Fee', state)];
  ({ url } = await mcpServer(server, { workflowIds }));
  ({ url: publicUrl } = await mcpServer(server, { workflowIds, isPublic: true }));
}, 60_000);
afterAll(() => server.close());

const credentials = {
  'X-API-Key': () => ({ 'X-API-Key': server.first.apiKey }),
  Authorization: () => ({ Authorization: `Bearer ${server.first.apiKey}` }),
};

describe.each(Object.entries(clients))('an unchanged MCP client (%s)', (_name, connect) => {
  it.each(Object.entries(credentials))('lists and calls tools with a key in %s', async (_header, headers) => {
    const client = await connect(url, headers());
    const { tools } = await client.listTools();
    expect(tools).toEqual([
      expect.objectContaining({
        name: 'fee',
        inputSchema: {
          type: 'object',
          properties: {
            amount: { type: 'number', description: 'Amount in euros' },
            rate: { type: 'number', description: 'rate', default: 2 },
          },
          required: ['amount'],
        },
      }),
    ]);
    const result = await client.callTool({ name: 'fee', arguments: { amount: 21 } });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ result: { fee: 42 } });
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent, null, 2) }]);
    await client.close();
  });

  it('needs no key for a public server', async () => {
    const client = await connect(publicUrl, {});
    const result = await client.callTool({ name: 'fee', arguments: { amount: 1, rate: 3 } });
    expect(result.structuredContent).toMatchObject({ result: { fee: 3 } });
    await client.close();
  });

  it('is refused without a key, and with a wrong one', async () => {
    await expect(connect(url, {})).rejects.toThrow(/API key required|HTTP 401/);
    await expect(connect(publicUrl, { 'X-API-Key': 'sk-sluice-wrong' })).rejects.toThrow(/Invalid API key|HTTP 401/);
  });

  it('receives problems of arguments as the result of the tool', async () => {
    const client = await connect(url, credentials.Authorization());
    const result = await client.callTool({ name: 'fee', arguments: { amount: 'much' } });
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining('amount must be a number') }] });
    await client.close();
  });
});

describe.each(Object.entries(credentials))('the command line of the MCP inspector with a key in %s', (_header, headers) => {
  const inspect = async (...args: string[]): Promise<unknown> => {
    const header = Object.entries(headers()).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    const command = ['node_modules/.bin/mcp-inspector', '--cli', String(url), '--transport', 'http', ...header];
    const { stdout } = await promisify(execFile)(process.execPath, [...command, ...args]);
    return JSON.parse(stdout);
  };

  it('lists the tools of a server', async () => {
    expect(await inspect('--method', 'tools/list')).toMatchObject({ tools: [{ name: 'fee', inputSchema: { required: ['amount'] } }] });
  });

  it('calls a tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'fee', '--tool-arg', 'amount=21'];
    expect(await inspect(...call)).toMatchObject({ structuredContent: { result: { fee: 42 } } });
  });
});
