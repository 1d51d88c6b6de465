import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/knowledge/fake-embeddings.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { Knowledge } from '#blocks/ports/knowledge.js';
import { ServerCapabilities } from '#modules/runs/blocks/world/server-capabilities.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const absent = '0197a5e0-0000-7000-8000-00000000ffff';

describe('a search without a provider of embeddings', () => {
  let server: TestApp;
  let base: KnowledgeApi;
  beforeAll(async () => {
    server = await startTestApp();
    base = await KnowledgeApi.create(server, 'Words');
    await base.add('refunds.md', 'Refunds are paid within fourteen days after the parcel came back.', { team: 'billing', year: 2030 });
    await base.add('parcels.md', 'Parcels are sent every day. A parcel that is lost is sent again.', { team: 'logistics', year: 2031 });
    await base.add('holidays.txt', 'On holidays the office in Reykjavik is closed.', { team: 'people', year: 2032, draft: true });
  });
  afterAll(() => server.close());

  it('finds chunks with the words in any inflection', async () => {
    const { body, status } = await base.search('When is a refund paid?');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ query: 'When is a refund paid?', knowledgeBaseIds: [base.id], topK: 10, searchMode: 'words' });
    expect(body.data.results[0]).toEqual({
      knowledgeBaseId: base.id,
      documentId: expect.any(String),
      documentName: 'refunds.md',
      sourceUrl: null,
      content: 'Refunds are paid within fourteen days after the parcel came back.',
      chunkIndex: 0,
      metadata: { team: 'billing', year: 2030 },
      similarity: expect.any(Number),
    });
    expect(body.data.totalResults).toBe(body.data.results.length);
  });

  it('ranks chunks with rarer words first', async () => {
    expect(await base.found('lost parcel')).toEqual(['parcels.md', 'refunds.md']);
  });

  it.each([
    ['Reykjawik', 'holidays.txt'],
    ['holdiays', 'holidays.txt'],
    ['ofice', 'holidays.txt'],
    ['refudns', 'refunds.md'],
    ['fuorteen', 'refunds.md'],
    ['dayly loost', 'parcels.md'],
  ])('finds words with a typo: %s', async (query, name) => {
    expect((await base.found(query))[0]).toBe(name);
  });

  it('prefers exact words', async () => {
    expect(await base.found('refund holidaze')).toEqual(['refunds.md', 'holidays.txt']);
  });

  it('finds nothing where nothing is', async () => {
    expect(await base.found('quantum chromodynamics')).toEqual([]);
    expect(await base.found('!!! ???')).toEqual([]);
  });

  it.each(["'; drop table knowledge_chunk; --", 'a & | ! <-> (', '\\', '%', "it's"])('treats %j as text', async (query) => {
    expect((await base.search(query)).status).toBe(200);
  });

  it('returns at most the requested number', async () => {
    expect(await base.found('parcel', { topK: 1 })).toHaveLength(1);
  });

  it.each([
    ['a value', [{ tagName: 'team', value: 'Logistics' }], ['parcels.md']],
    ['names and values', { team: 'billing' }, ['refunds.md']],
    ['a part', [{ tagName: 'team', operator: 'contains', value: 'i' }], ['refunds.md', 'parcels.md']],
    ['an end', [{ tagName: 'team', operator: 'ends_with', value: 'ple' }], ['holidays.txt']],
    ['a number', [{ tagName: 'year', operator: 'gt', value: 2030 }], ['parcels.md', 'holidays.txt']],
    ['a range', [{ tagName: 'year', operator: 'between', value: 2030, valueTo: 2031 }], ['refunds.md', 'parcels.md']],
    [
      'several tags',
      [
        { tagName: 'year', operator: 'gte', value: 2031 },
        { tagName: 'draft', value: true },
      ],
      ['holidays.txt'],
    ],
    ['a number where the tag is text', [{ tagName: 'team', operator: 'gt', value: 1 }], []],
    ['a tag that no document has', [{ tagName: "x' or true --", value: 'y' }], []],
  ])('searches by tags alone: %s', async (_, tagFilters, documents) => {
    expect(await base.found(undefined, { tagFilters })).toEqual(documents);
  });

  it('searches by words within the documents that match the tags', async () => {
    expect(await base.found('parcel', { tagFilters: { team: 'billing' } })).toEqual(['refunds.md']);
  });

  it('searches several knowledge bases', async () => {
    const other = await KnowledgeApi.create(server, 'More words');
    await other.add('other.md', 'Another parcel.');
    expect((await base.found('parcel', { knowledgeBaseIds: [base.id, other.id, base.id] })).toSorted()).toEqual([
      'other.md',
      'parcels.md',
      'refunds.md',
    ]);
  });

  it.each([
    ['no query and no filter', { query: ' ' }, 'Either query or tagFilters must be provided'],
    ['no knowledge base', { knowledgeBaseIds: [] }, 'knowledgeBaseIds must be an id or a list of 1 to 20 ids'],
    ['21 knowledge bases', { knowledgeBaseIds: Array.from({ length: 21 }, () => absent) }, 'knowledgeBaseIds must be'],
    ['topK 0', { topK: 0 }, 'topK must be a whole number from 1 to 100'],
    ['topK 101', { topK: 101 }, 'topK must be a whole number from 1 to 100'],
    ['another mode', { searchMode: 'magic' }, 'searchMode must be one of'],
    ['a query that is too long', { query: 'x'.repeat(10_001) }, 'query must be shorter'],
    ['invalid filters', { tagFilters: [{ value: 1 }] }, 'tagFilters.0.tagName must have 1 to 100 characters'],
  ])('is rejected with %s', async (_, more, message) => {
    const { body, status } = await base.search('parcel', more);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.stringContaining(message), details: expect.any(Array) });
  });

  it('is refused where one of the knowledge bases is not there', async () => {
    const { body, status } = await base.search('parcel', { knowledgeBaseIds: [base.id, absent] });
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'Knowledge base not found or access denied', code: 'NOT_FOUND' });
  });
});

describe('a search with a provider of embeddings', () => {
  let server: TestApp;
  let provider: FakeEmbeddings;
  let base: KnowledgeApi;
  beforeAll(async () => {
    provider = await startFakeEmbeddings();
    server = await startTestApp({ env: { ...provider.env, SLUICE_EMBEDDINGS_PRICE: '1000' } });
    base = await KnowledgeApi.create(server, 'Meanings');
    await base.add('pets.md', 'Our kitten likes to sleep.');
    await base.add('cars.md', 'The automobile is in the garage.');
    await base.add('garage.md', 'A garage is a building.');
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  it('finds synonyms', async () => {
    const { body } = await base.search('driving', { searchMode: 'vector' });
    expect(body.data.searchMode).toBe('vector');
    expect(body.data.results[0]).toMatchObject({ documentName: 'cars.md' });
    expect(body.data.results[0].similarity).toBeGreaterThan(0.9);
  });

  it('joins the results by meaning and by words', async () => {
    const { body } = await base.search('vehicle in a garage');
    expect(body.data.searchMode).toBe('hybrid');
    expect(body.data.results[0]).toMatchObject({ documentName: 'cars.md' });
    expect((body.data.results as unknown[]).length).toBe(3);
  });

  it('reflects added, disabled and deleted documents at once', async () => {
    const id = await base.add('cats.md', 'A feline is purring.');
    expect((await base.found('kitten', { searchMode: 'vector' })).slice(0, 2).toSorted()).toEqual(['cats.md', 'pets.md']);
    await base.client.patch(`/api/v1/knowledge/${base.id}/documents/${id}`).send({ workspaceId: base.workspaceId, enabled: false });
    expect(await base.found('kitten', { searchMode: 'vector' })).not.toContain('cats.md');
    await base.client.delete(base.url(`/documents/${id}`)).expect(200);
    expect(await base.found('kitten', { searchMode: 'vector' })).not.toContain('cats.md');
  });

  it('is charged to the account of the caller, like documents', async () => {
    const usage = async (): Promise<{ executions: number; tokens: number; cost: number; groups: readonly object[] }> => {
      const { body } = await base.client.get(`/api/v1/usage?workspaceId=${base.workspaceId}&groupBy=model`).expect(200);
      return body.data as Awaited<ReturnType<typeof usage>>;
    };
    // Of the three documents at the beginning, at 3 tokens each, and of what was searched.
    const settled = async () => {
      const used = provider.calls.reduce((sum, { input }) => sum + 3 * input.length, 0);
      return eventually(async () => {
        const now = await usage();
        expect(now.tokens).toBe(used);
        return now;
      });
    };
    const { tokens, cost, executions, groups } = await settled();
    expect(cost).toBeCloseTo((tokens / 1e6) * 1000, 6);
    expect([executions, groups]).toEqual([0, [expect.objectContaining({ model: 'synonyms-8', executions: 0, tokens, cost })]]);
    await base.found('driving');
    expect((await settled()).tokens).toBe(tokens + 3);
    const { body } = await base.client.get('/api/users/me/usage-limits').expect(200);
    expect(body.usage.currentPeriodCost).toBeGreaterThanOrEqual(cost);
  });

  it('is charged with the key of the caller or the workflow of the run', async () => {
    const workflowId = '0197a5e0-0000-7000-8000-00000000000a';
    const { workspaceId, userId, organizationId: accountId, keyId } = server.first;
    const run = { workspaceId, workflowId, callChain: [], userId, accountId, executionId: '0197a5e0-0000-7000-8000-00000000000b' };
    const knowledge = server.app.get(ServerCapabilities, { strict: false }).of(Knowledge, run);
    await knowledge.searchKnowledge({ knowledgeBaseIds: [base.id], query: 'driving', topK: 1, mode: 'vector' });
    await base.found('driving');
    await eventually(async () => {
      const groups = async (by: string) =>
        (await base.client.get(`/api/v1/usage?workspaceId=${workspaceId}&groupBy=${by}`).expect(200)).body.data.groups as object[];
      expect(await groups('workflow')).toContainEqual(expect.objectContaining({ workflowId, tokens: 3 }));
      expect(await groups('key')).toContainEqual(expect.objectContaining({ keyId, executions: 0 }));
    });
  });

  it('reports the model and its dimension', async () => {
    const { body } = await base.client.get(base.url()).expect(200);
    expect(body.data.knowledgeBase).toMatchObject({ embeddingModel: 'synonyms-8', embeddingDimension: 8 });
    expect(provider.calls[0]).toMatchObject({ model: 'synonyms-8', authorization: 'Bearer sk-embeddings-secret' });
  });

  it('retries when the provider is busy', async () => {
    provider.refusals.push(429, 503);
    expect(await base.found('kitten')).toContain('pets.md');
  });

  it('uses words when the provider fails, unless only vectors were requested', async () => {
    provider.refusals.push(401, 401);
    const { body } = await base.search('garage');
    expect(body.data).toMatchObject({ searchMode: 'words', totalResults: 2 });
    const refused = await base.search('garage', { searchMode: 'vector' });
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'UNAVAILABLE' });
    expect(refused.headers['retry-after']).toBe('5');
  });

  it('embeds a document once the provider has recovered', async () => {
    provider.refusals.push(500, 500, 500, 500);
    const { body } = await base.upload('late.md', 'A late kitten.');
    expect(await base.settled(body.data.document.id)).toMatchObject({ processingStatus: 'completed', embeddingModel: 'synonyms-8' });
    expect(await base.found('feline', { searchMode: 'vector' })).toContain('late.md');
  });

  it('splits long documents and embeds their chunks in batches', async () => {
    const small = await KnowledgeApi.create(server, 'Small chunks', { chunkingConfig: { maxSize: 100, minSize: 1, overlap: 0 } });
    const before = provider.calls.length;
    const id = await small.add(
      'long.txt',
      Array.from({ length: 900 }, (_, page) => `Page ${page} is about something else entirely.`).join('\n\n'),
    );
    const { chunkCount } = await small.document(id);
    expect(chunkCount).toBeGreaterThan(64);
    const batches = provider.calls.slice(before).map(({ input }) => input.length);
    expect(Math.max(...batches)).toBeLessThanOrEqual(64);
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(chunkCount);
  });

  it('writes no key and no text into the log', () => {
    const log = JSON.stringify(server.logLines);
    expect(log).not.toContain('sk-embeddings-secret');
    expect(log).not.toContain('A late kitten');
  });
});
