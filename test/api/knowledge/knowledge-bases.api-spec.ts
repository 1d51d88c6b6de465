import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const create = (body: object) =>
  owner()
    .post('/api/v1/knowledge')
    .send({ workspaceId: server.first.workspaceId, ...body });
const absent = '0197a5e0-0000-7000-8000-00000000ffff';

describe('a knowledge base', () => {
  it('is created empty and with the default chunking', async () => {
    const { body } = await create({ name: ' Manuals ', description: 'All of them' }).expect(200);
    expect(body).toEqual({
      success: true,
      data: {
        knowledgeBase: {
          id: expect.any(String),
          name: 'Manuals',
          description: 'All of them',
          docCount: 0,
          tokenCount: 0,
          embeddingModel: 'full-text',
          embeddingDimension: 0,
          chunkingConfig: { maxSize: 1024, minSize: 100, overlap: 200 },
          connectorTypes: [],
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
        message: 'Knowledge base created successfully',
      },
    });
  });

  it.each([
    ['no name', {}, ['name']],
    ['an empty name', { name: ' ' }, ['name']],
    ['a name that is too long', { name: 'x'.repeat(256) }, ['name']],
    ['a description that is too long', { name: 'a', description: 'x'.repeat(10_001) }, ['description']],
    ['chunks that are too large', { name: 'a', chunkingConfig: { maxSize: 4001 } }, ['chunkingConfig', 'maxSize']],
    ['an overlap as large as a chunk', { name: 'a', chunkingConfig: { maxSize: 100, overlap: 100 } }, ['chunkingConfig', 'overlap']],
    ['chunking as a text', { name: 'a', chunkingConfig: 'small' }, ['chunkingConfig']],
  ])('is rejected with %s', async (_, body, path) => {
    const answer = await create(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });

  it('has a unique name in its workspace, even with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Wanted' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'DUPLICATE_NAME',
      error: expect.stringContaining('"Wanted" already exists in this workspace'),
    });
  });

  it('changes only the given fields', async () => {
    const base = await KnowledgeApi.create(server, 'To change');
    const change = (body: object) =>
      owner()
        .put(`/api/v1/knowledge/${base.id}`)
        .send({ workspaceId: server.first.workspaceId, ...body });
    const { body } = await change({ name: 'Changed', chunkingConfig: { maxSize: 500 } }).expect(200);
    expect(body.data.knowledgeBase).toMatchObject({ name: 'Changed', chunkingConfig: { maxSize: 500, minSize: 100, overlap: 200 } });
    await change({}).expect(400);
    await KnowledgeApi.create(server, 'Taken');
    await change({ name: 'Taken' }).expect(409);
    const read = await owner().get(base.url()).expect(200);
    expect(read.body.data.knowledgeBase).toMatchObject({ name: 'Changed' });
  });

  it('is listed in its workspace', async () => {
    await KnowledgeApi.create(server, 'Listed');
    const { body } = await owner().get(`/api/v1/knowledge?workspaceId=${server.first.workspaceId}`).expect(200);
    expect(body.success).toBe(true);
    expect(body.data.knowledgeBases.map(({ name }: { name: string }) => name)).toContain('Listed');
    expect(body.data.totalCount).toBe(body.data.knowledgeBases.length);
    await owner().get('/api/v1/knowledge').expect(400);
    await owner().get(`/api/v1/knowledge?workspaceId=${absent}`).expect(403);
  });

  it('is deleted with its documents, and its name is free', async () => {
    const base = await KnowledgeApi.create(server, 'Short-lived');
    await base.add('a.txt', 'Some text');
    const { body } = await owner().delete(base.url()).expect(200);
    expect(body).toEqual({ success: true, data: { id: base.id, message: 'Knowledge base deleted successfully' } });
    await owner().get(base.url()).expect(404);
    await owner().get(base.url('/documents')).expect(404);
    await KnowledgeApi.create(server, 'Short-lived');
    const { rows } = await server.database.pool.query(
      `select (select count(*) from knowledge_chunk where knowledge_base_id = $1)::int as chunks,
         (select count(*) from knowledge_document where knowledge_base_id = $1)::int as documents`,
      [base.id],
    );
    expect(rows).toEqual([{ chunks: 0, documents: 0 }]);
  });

  it('gives the same response for one of another workspace as for an absent one', async () => {
    const base = await KnowledgeApi.create(server, 'Here');
    const { body } = await owner()
      .post('/api/v1/workspaces')
      .send({ name: 'Elsewhere', organizationId: server.first.organizationId })
      .expect(200);
    const elsewhere = body.data.id as string;
    const foreign = await owner().get(`/api/v1/knowledge/${base.id}?workspaceId=${elsewhere}`).expect(404);
    for (const id of [absent, 'nonsense']) {
      const missing = await owner().get(`/api/v1/knowledge/${id}?workspaceId=${elsewhere}`).expect(404);
      expect(missing.text).toBe(foreign.text);
    }
    expect(foreign.body).toEqual({ error: 'Knowledge base not found', code: 'NOT_FOUND' });
  });
});
