import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { choosePlan, useUpMoney } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let base: KnowledgeApi;
let documentId: string;

beforeAll(async () => {
  server = await startTestApp();
  base = await KnowledgeApi.create(server, 'Handbook');
  documentId = await base.add('handbook.md', 'Everybody sweeps the yard once a month.', { team: 'yard' });
  await choosePlan(server, 'free');
  await useUpMoney(server);
  await eventually(async () => expect(await base.search('yard')).toMatchObject({ status: 402 }));
}, 60_000);
afterAll(() => server.close());

const nobody = '0197a5e0-0000-7000-8000-000000000000';

const uploadTo = (id: string, workspaceId: string) =>
  base.client.post(`/api/v1/knowledge/${id}/documents`).field('workspaceId', workspaceId).attach('file', Buffer.from('x'), 'more.md');

const reprocess = (document: string, workspaceId = base.workspaceId) =>
  base.client.post(`/api/v1/knowledge/${base.id}/documents/${document}/reprocess`).send({ workspaceId });

describe('for an account that has used up its money', () => {
  it.each([
    ['an upload', () => base.upload('more.md', 'More of it.')],
    ['a search with a query', () => base.search('yard')],
    ['reading a document anew', () => reprocess(documentId)],
  ])('%s is refused with 402, as a start is', async (_, ask) => {
    expect(await ask()).toMatchObject({
      status: 402,
      body: { error: expect.stringContaining('Usage limit exceeded'), code: 'USAGE_LIMIT_EXCEEDED' },
    });
  });

  it.each([
    ['a form without a file', 400, () => base.client.post(`/api/v1/knowledge/${base.id}/documents`).field('workspaceId', base.workspaceId)],
    ['a document of a kind that is not read', 415, () => base.upload('more.exe', 'x')],
    ['a workspace of somebody else', 403, () => uploadTo(base.id, nobody)],
    ['a knowledge base that is not there', 404, () => uploadTo(nobody, base.workspaceId)],
    [
      'reading anew without a workspace',
      400,
      () => base.client.post(`/api/v1/knowledge/${base.id}/documents/${documentId}/reprocess`).send({}),
    ],
    ['reading anew in a workspace of somebody else', 403, () => reprocess(documentId, nobody)],
    ['reading anew what is not there', 404, () => reprocess(nobody)],
  ])('%s is refused for that: %i', async (_, status, ask) => {
    expect(await ask()).toMatchObject({ status });
  });

  it('keeps no part of a refused upload', async () => {
    const { body } = await base.client.get(base.url('/documents')).expect(200);
    expect(body.data.documents).toMatchObject([{ filename: 'handbook.md', processingStatus: 'completed' }]);
    const { rows } = await server.database.pool.query('select 1 from stored_object where key is not null');
    expect(rows).toHaveLength(1);
  });

  it('a search by tags alone costs nothing and is answered', async () => {
    const tagFilters = [{ tagName: 'team', value: 'yard' }];
    expect(await base.search(undefined, { tagFilters })).toMatchObject({ status: 200, body: { data: { totalResults: 1 } } });
  });
});
