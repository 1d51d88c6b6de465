import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const hook = (triggerPath: string, id = 'hook') => fieldBlock(id, 'generic_webhook', { requireAuth: false, triggerPath });
const importing = (state: JsonObject, more: JsonObject = { keepPaths: true }) =>
  owner()
    .post('/api/v1/workflows/import')
    .send({ workspaceId: server.first.workspaceId, workflow: { version: '1.0', state }, ...more });
const imported = async (state: JsonObject, more?: JsonObject) => (await importing(state, more).expect(201)).body.data.id as string;
const deploy = (id: string) => owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
const status = async (path: string) => (await server.as().post(`/api/webhooks/trigger/${path}`).send({})).status;
const workflows = async () => (await server.database.pool.query<{ n: number }>('select count(*)::int as n from workflow')).rows[0]?.n;

describe('an import with keepPaths', () => {
  it('keeps the addresses of its triggers, which work when it is deployed', async () => {
    const path = '11111111-5d0f-4a55-9d0a-2f8f7f0f6a11';
    const id = await imported(triggered(hook(path)));
    expect(await status(path)).toBe(404);
    await deploy(id);
    expect(await status(path)).toBe(200);
    await deploy(id);
    expect(await status(path)).toBe(200);
  });

  it('is refused with 409 if an address was ever used on this server, and creates nothing', async () => {
    const path = '22222222-5d0f-4a55-9d0a-2f8f7f0f6a11';
    const id = await imported(triggered(hook(path)));
    await owner().delete(`/api/v1/workflows/${id}`).expect(200);
    const before = await workflows();
    const { body } = await importing(triggered(hook(path))).expect(409);
    expect(body).toMatchObject({ code: 'CONFLICT', error: expect.stringContaining(path) });
    await importing(triggered(hook('33333333-twice-twice'), hook('33333333-twice-twice', 'other'))).expect(409);
    expect(await workflows()).toBe(before);
  });

  it('accepts one of many imports with one address at once', async () => {
    const state = triggered(hook('44444444-5d0f-4a55-9d0a-2f8f7f0f6a11'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => importing(state)));
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  it.each(['short', 'with/slash-and-more-text', 'ü'.repeat(20)])('is refused for the address %s, which cannot be one', async (path) => {
    const { body } = await importing(triggered(hook(path))).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ field: 'triggerPath', message: expect.stringContaining('triggerPath') })]);
  });
});

describe('an import without keepPaths', () => {
  it('makes new addresses, whatever the document says', async () => {
    const path = '55555555-5d0f-4a55-9d0a-2f8f7f0f6a11';
    await deploy(await imported(triggered(hook(path)), {}));
    expect(await status(path)).toBe(404);
    await deploy(await imported(triggered(hook(path))));
    expect(await status(path)).toBe(200);
  });
});
