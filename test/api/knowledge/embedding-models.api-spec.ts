import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/knowledge/fake-embeddings.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let usual: FakeEmbeddings;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  usual = await startFakeEmbeddings();
  server = await startTestApp({ env: { ...usual.env, ...fake.env } });
});
afterAll(async () => {
  await server.close();
  await usual.close();
  await fake.stop();
});

const owner = () => server.as(server.first.apiKey);

async function embeddingTokens(): Promise<{ tokens: number; cost: number }> {
  const { body } = await owner().get(`/api/v1/usage?workspaceId=${server.first.workspaceId}&groupBy=model`).expect(200);
  return (
    (body.data.groups as { model: string; tokens: number; cost: number }[]).find(({ model }) => model === 'echo') ?? { tokens: 0, cost: 0 }
  );
}

describe('a knowledge base that names the embedding model of a provider', () => {
  it.each([
    ['fake/echo', 'fake/echo'],
    ['fake-google/gemini-fake-echo', 'fake-google/gemini-fake-echo'],
    ['gemini-fake-tool', 'fake-google/gemini-fake-tool'],
  ])('embeds documents and searches with %s', async (embeddingModel, shown) => {
    const base = await KnowledgeApi.create(server, embeddingModel, { embeddingModel });
    await base.add('numbers.md', 'one two three four');
    const { body } = await base.search('three four', { searchMode: 'vector' });
    expect(body.data).toMatchObject({ searchMode: 'vector', results: [{ documentName: 'numbers.md' }] });
    const { body: found } = await owner().get(base.url()).expect(200);
    expect(found.data.knowledgeBase).toMatchObject({ embeddingModel: shown, embeddingDimension: 3 });
    expect(usual.calls).toEqual([]);
  });

  it('charges their tokens once, at the price of the provider', async () => {
    await eventually(async () => {
      const { tokens, cost } = await embeddingTokens();
      expect(tokens).toBeGreaterThan(0);
      expect(Math.round(cost * 1e9)).toBe(tokens * 20 * 1e3);
    }, 20_000);
  });

  it('is found together with one that uses the usual model', async () => {
    const named = await KnowledgeApi.create(server, 'Named', { embeddingModel: 'fake/echo' });
    await named.add('named.md', 'a kitten sleeps');
    const other = await KnowledgeApi.create(server, 'Usual');
    await other.add('usual.md', 'a feline is purring');
    const { body } = await named.search('kitten', { knowledgeBaseIds: [named.id, other.id], searchMode: 'vector' });
    const names = (body.data.results as { documentName: string }[]).map(({ documentName }) => documentName).toSorted();
    expect(names).toEqual(['named.md', 'usual.md']);
  });

  it('may change its model: documents are found by meaning again once they are processed again', async () => {
    const base = await KnowledgeApi.create(server, 'Changing');
    const id = await base.add('cats.md', 'a feline is purring');
    await owner().put(`/api/v1/knowledge/${base.id}`).send({ workspaceId: base.workspaceId, embeddingModel: 'fake/echo' }).expect(200);
    expect(await base.found('purring', { searchMode: 'vector' })).toEqual([]);
    await owner().post(`/api/v1/knowledge/${base.id}/documents/${id}/reprocess`).send({ workspaceId: base.workspaceId });
    await base.settled(id);
    expect(await base.found('purring', { searchMode: 'vector' })).toEqual(['cats.md']);
  });

  it.each([
    ['fake-anthropic/claude-fake-echo', 'VALIDATION_FAILED', /has no embeddings. Choose a model of another provider/],
    ['', 'VALIDATION_FAILED', /embeddingModel/],
    ['a\u0007b', 'UNKNOWN_MODEL', /The name of a model must be 1 to 200 characters/],
  ])('refuses %j', async (embeddingModel, code, error) => {
    const { body } = await owner()
      .post('/api/v1/knowledge')
      .send({ workspaceId: server.first.workspaceId, name: 'Refused', embeddingModel })
      .expect(400);
    expect(body).toMatchObject({ code, error: expect.stringMatching(error), details: [{ path: ['embeddingModel'] }] });
  });

  it('refuses a model of a provider without its key, naming the field', async () => {
    const { workspaceId } = server.first;
    const provider = { workspaceId, name: 'keyless', kind: 'openai', apiKey: '{{NOT_SET}}', models: [{ id: 'keyless-embed' }] };
    await owner().post('/api/v1/model-providers').send(provider).expect(200);
    const { body } = await owner()
      .post('/api/v1/knowledge')
      .send({ workspaceId, name: 'Keyless', embeddingModel: 'keyless/keyless-embed' })
      .expect(400);
    expect(body).toMatchObject({ code: 'MODEL_KEY_MISSING', details: [{ path: ['embeddingModel'] }] });
  });

  it('uses words while a policy denies its model, and refuses a new one with that model', async () => {
    const base = await KnowledgeApi.create(server, 'Denied', { embeddingModel: 'fake/echo' });
    await base.add('denied.md', 'one two three');
    const workspace = `/api/v1/workspaces/${base.workspaceId}`;
    await owner()
      .patch(workspace)
      .send({ modelPolicy: { deny: ['fake/echo'] } })
      .expect(200);
    const { body } = await base.search('three');
    expect(body.data).toMatchObject({ searchMode: 'words', results: [{ documentName: 'denied.md' }] });
    const refused = { workspaceId: base.workspaceId, name: 'Denied too', embeddingModel: 'fake/echo' };
    await owner()
      .post('/api/v1/knowledge')
      .send(refused)
      .expect(403, /MODEL_NOT_ALLOWED/);
    await owner().patch(workspace).send({ modelPolicy: null }).expect(200);
  });
});
