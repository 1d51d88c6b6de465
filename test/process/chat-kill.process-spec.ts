import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { echo } from '../support/chat/chat-api.js';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';

const conversationId = '3f0c1b9e-5d2a-4c77-8a41-6b1d2e9f0a55';
const messages = Array.from({ length: 30 }, (_, index) => `message ${index}`);

let servers: KilledServers;

beforeAll(async () => {
  servers = await startKilledServers();
}, 60_000);
afterAll(() => servers.finish());

/** What the first process answers that answers at all, without an error. */
async function fromAny(path: string, options: RequestInit = {}): Promise<Response> {
  for (const { url } of servers.processes) {
    const response = await fetch(url + path, options).catch(() => undefined);
    if (response?.ok === true) return response;
  }
  throw new Error(`No process answered ${path}`);
}

/** Sends a message as often as it takes to read its reply to the end. */
function send(input: string, cookie: string): Promise<void> {
  return eventually(async () => {
    const headers = { Cookie: cookie, 'Content-Type': 'application/json', 'Idempotency-Key': input };
    const response = await fromAny('/api/chat/kills', { method: 'POST', headers, body: JSON.stringify({ input, conversationId }) });
    if (!(await response.text()).includes('[DONE]')) throw new Error('The reply ended early');
  }, 60_000);
}

describe('a message of a chat', () => {
  it('is stored and answered once, whatever process is killed while it is sent and answered', async () => {
    const workflowId = await servers.deploy('Echo', echo('return <start.input>'));
    await servers.send('POST', '/api/chat', { workflowId, identifier: 'kills', title: 'Kills' });
    const cookie = (await fromAny('/api/chat/kills')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await servers.killing(async () => {
      for (const input of messages) await send(input, cookie);
    });
    const turns = await eventually(async () => {
      const response = await fromAny(`/api/chat/kills/conversations/${conversationId}?limit=100`, { headers: { Cookie: cookie } });
      const { data } = (await response.json()) as { data: { turns: { input: string; reply: string; status: string }[] } };
      if (data.turns.some(({ status }) => status === 'running')) throw new Error('A run has not ended yet');
      return data.turns;
    }, 60_000);
    expect(turns.map(({ input, reply, status }) => [input, reply, status])).toEqual(messages.map((input) => [input, input, 'completed']));
    expect(await servers.count(`run_event where type = 'execution.started'`)).toBe(messages.length);
    expect(await servers.count(`run_event where type = 'execution.completed'`)).toBe(messages.length);
  }, 180_000);
});
