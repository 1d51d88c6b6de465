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

describe('for an account that has reached its cost limit', () => {
  it.each([
    ['an upload', () => base.upload('more.md', 'More of it.')],
    ['a search with a query', () => base.search('yard')],
    ['reprocessing a document', () => reprocess(documentId)],
  ])('%s is rejected with 402, like a start of a run', async (_, ask) => {
    expect(await ask()).toMatchObject({
      status: 402,
      body: { error: expect.stringContaining('Usage limit exceeded'), code: 'USAGE_LIMIT_EXCEEDED' },
    });
  });

  it.each([
    ['a form without a file', 400, () => base.client.post(`/api/v1/knowledge/${base.id}/documents`).field('workspaceId', base.workspaceId)],
    ['a document of an unsupported type', 415, () => base.upload('more.exe', 'x')],
    ['a foreign workspace', 403, () => uploadTo(base.id, nobody)],
    ['an absent knowledge base', 404, () => uploadTo(nobody, base.workspaceId)],
    [
      'reprocessing without a workspace',
      400,
      () => base.client.post(`/api/v1/knowledge/${base.id}/documents/${documentId}/reprocess`).send({}),
    ],
    ['reprocessing in a foreign workspace', 403, () => reprocess(documentId, nobody)],
    ['reprocessing an absent document', 404, () => reprocess(nobody)],
  ])('%s is rejected for its own reason: %i', async (_, status, ask) => {
    expect(await ask()).toMatchObject({ status });
  });

  it('keeps no part of a rejected upload', async () => {
    const { body } = await base.client.get(base.url('/documents')).expect(200);
    expect(body.data.documents).toMatchObject([{ filename: 'handbook.md', processingStatus: 'completed' }]);
    const { rows } = await server.database.pool.query('select 1 from stored_object where key is not null');
    expect(rows).toHaveLength(1);
  });

  it('a search by tags alone is free and succeeds', async () => {
    const tagFilters = [{ tagName: 'team', value: 'yard' }];
    expect(await base.search(undefined, { tagFilters })).toMatchObject({ status: 200, body: { data: { totalResults: 1 } } });
  });
});
