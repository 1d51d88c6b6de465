import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { toolState } from '../support/mcp/mcp-servers.js';

let servers: KilledServers;

beforeAll(async () => {
  servers = await startKilledServers();
}, 60_000);
afterAll(() => servers.finish());

const headers = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow', arguments: {} } };

describe('a call of a tool whose process is killed while its run is in progress', () => {
  it('leaves one run, which another process ends once, and a repeated call is another run', async () => {
    const code = 'const until = Date.now() + 1500; while (Date.now() < until); return 1';
    const workflowIds = [await servers.deploy('Slow', toolState([], code))];
    const details = { workspaceId: servers.workspaceId, name: 'Kills', workflowIds };
    const { data } = await servers.send<{ data: { server: { id: string } } }>('POST', '/api/mcp/workflow-servers', details);
    const path = `/api/mcp/serve/${data.server.id}`;

    const sent = servers.processes[0]?.call('POST', path, call, headers).catch(() => undefined);
    await eventually(async () => expect(await servers.count(`run_event where type = 'execution.started'`)).toBe(1), 30_000);
    await servers.processes[0]?.kill('SIGKILL');
    await sent;
    const ends = () => servers.count(`run_event where type in ('execution.completed', 'execution.failed', 'execution.cancelled')`);
    await eventually(async () => expect(await ends()).toBe(1), 60_000);

    // The response is an event stream.
    await servers.processes[1]?.call('POST', path, call, headers).catch(() => undefined);
    await eventually(async () => expect(await ends()).toBe(2), 60_000);
    expect(await servers.count(`run_event where type = 'execution.started'`)).toBe(2);
    expect(await servers.count(`run_event where type = 'execution.completed'`)).toBe(2);
  }, 180_000);
});
