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

describe('for an account that has used up its money', () => {
  it.each([
    ['an upload', () => base.upload('more.md', 'More of it.')],
    ['a search with a query', () => base.search('yard')],
    [
      'reading a document anew',
      () => base.client.post(base.url(`/documents/${documentId}/reprocess`)).send({ workspaceId: base.workspaceId }),
    ],
  ])('%s is refused with 402, as a start is', async (_, ask) => {
    expect(await ask()).toMatchObject({
      status: 402,
      body: { error: expect.stringContaining('Usage limit exceeded'), code: 'USAGE_LIMIT_EXCEEDED' },
    });
  });

  it('keeps no part of a refused upload', async () => {
    const { body } = await base.client.get(base.url('/documents')).expect(200);
    expect(body.data.documents).toMatchObject([{ filename: 'handbook.md', processingStatus: 'completed' }]);
  });

  it('a search by tags alone costs nothing and is answered', async () => {
    const tagFilters = [{ tagName: 'team', value: 'yard' }];
    expect(await base.search(undefined, { tagFilters })).toMatchObject({ status: 200, body: { data: { totalResults: 1 } } });
  });
});
