import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
const owner = () => server.as(server.first.apiKey);

beforeAll(async () => {
  server = await startTestApp();
  await say('support 1', 'Where is my parcel?');
  await say('support 1', 'Still waiting');
  await say('support 2/b', 'Hello');
  await say('100% sales_1', 'Hi');
});
afterAll(() => server.close());

async function say(conversation: string, text: string): Promise<void> {
  const workflowId = await deployState(server, inARow(blockWith('m', 'memory', { operation: 'add', id: conversation, content: text })));
  await owner().post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
}

const at = (id = '', query = '') => {
  const path = id === '' ? '' : `/${id.split('/').map(encodeURIComponent).join('%2F')}`;
  return `/api/v1/memory${path}?workspaceId=${server.first.workspaceId}${query}`;
};

describe('GET /api/v1/memory', () => {
  it('lists the conversations of a workspace, a page at a time', async () => {
    const { body: first } = await owner().get(at('', '&limit=2')).expect(200);
    expect(first.data).toEqual([
      { id: '100% sales_1', messages: 1, bytes: expect.any(Number), version: 1, updatedAt: expect.stringMatching(/Z$/) },
      expect.objectContaining({ id: 'support 1', messages: 2, version: 2 }),
    ]);
    const { body: second } = await owner()
      .get(at('', `&limit=2&cursor=${first.nextCursor}`))
      .expect(200);
    expect(second).toMatchObject({ data: [{ id: 'support 2/b' }], nextCursor: null });
  });

  it.each([
    ['supp', ['support 1', 'support 2/b']],
    ['100% sales_', ['100% sales_1']],
    ['100_', []],
  ])('finds those whose id begins with %j', async (search, ids) => {
    const { body } = await owner()
      .get(at('', `&search=${encodeURIComponent(search)}`))
      .expect(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });
});

describe('GET /api/v1/memory/{conversationId}', () => {
  it('returns the turns, the newest first', async () => {
    const { body } = await owner().get(at('support 1', '&limit=1')).expect(200);
    expect(body.data).toMatchObject({ id: 'support 1', messages: 2, summary: null });
    const [turn] = body.data.turns as readonly { messages: unknown; executionId: string }[];
    expect(turn?.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Still waiting' }] }]);
    const { body: older } = await owner()
      .get(at('support 1', `&limit=1&cursor=${body.nextCursor}`))
      .expect(200);
    expect(older).toMatchObject({ data: { turns: [{ version: 1 }] }, nextCursor: null });
  });

  it.each(['none', 'x'.repeat(300), 'a\nb'])('does not find %j', async (id) => {
    await owner().get(at(id)).expect(404);
    await owner().delete(at(id)).expect(404);
    await owner().get(at(id).replace('?', '/export?')).expect(404);
  });
});

describe('the memory of a conversation', () => {
  it('is exported with what proves it, and the export is recorded', async () => {
    const { text, headers } = await owner().get(at('support 1').replace('?', '/export?')).buffer(true).expect(200);
    expect(headers['content-type']).toBe('application/x-ndjson');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toEqual([
      expect.objectContaining({ version: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/), salt: expect.any(String) }),
      expect.objectContaining({ version: 2, messages: [{ role: 'user', content: [{ type: 'text', text: 'Still waiting' }] }] }),
    ]);
    const { body } = await owner().get(`/api/v1/audit-logs?workspaceId=${server.first.workspaceId}&action=memory.exported`).expect(200);
    expect(body.data).toMatchObject([{ action: 'memory.exported', resourceName: 'support 1' }]);
  });

  it('is deleted, which the audit log says', async () => {
    await owner().delete(at('support 2/b')).expect(200);
    await owner().get(at('support 2/b')).expect(404);
    await owner().delete(at('support 2/b')).expect(404);
    const { body } = await owner().get(`/api/v1/audit-logs?workspaceId=${server.first.workspaceId}&action=memory.deleted`).expect(200);
    expect(body.data).toMatchObject([{ action: 'memory.deleted', resourceName: 'support 2/b' }]);
  });
});
