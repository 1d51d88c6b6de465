import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { startFakeEmbeddings, type FakeEmbeddings } from '../../support/knowledge/fake-embeddings.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** An indexing writes chunks in batches of this size. */
const batch = 64;
const chunkingConfig = { maxSize: 100, minSize: 1, overlap: 0 };
/** Markup is text or not by the format of a document. */
const pages = Array.from({ length: 900 }, (_, page) => `Page ${page} is <b>about</b> something else entirely.`).join('\n\n');

let models: FakeModels;
let embeddings: FakeEmbeddings;
let server: TestApp;
/** Knowledge bases have different names. */
let wholes = 0;

beforeAll(async () => {
  models = await startFakeModels();
  embeddings = await startFakeEmbeddings();
  server = await startTestApp({ env: { ...embeddings.env, ...models.env } });
}, 60_000);
afterAll(async () => {
  await server.close();
  await embeddings.close();
  await models.stop();
});

interface ListedChunk {
  readonly chunkIndex: number;
  readonly content: string;
  readonly embeddingModel: string | null;
}

async function chunksOf(base: KnowledgeApi, id: string): Promise<ListedChunk[]> {
  const chunks: ListedChunk[] = [];
  for (let total = 1; chunks.length < total;) {
    const { body } = await base.client.get(base.url(`/documents/${id}/chunks`, `&limit=100&offset=${chunks.length}`)).expect(200);
    total = body.data.pagination.total as number;
    chunks.push(...(body.data.chunks as ListedChunk[]));
  }
  return chunks;
}

/** Indexes a document whose first attempt fails behind its first batch of chunks. `meanwhile` is done before the next attempt. */
async function resumed(base: KnowledgeApi, filename: string, meanwhile: (id: string) => Promise<unknown>): Promise<string> {
  const before = embeddings.calls.length;
  const held = (): (() => void) => {
    let letGo = (): void => undefined;
    embeddings.hold = new Promise((resolve) => (letGo = resolve));
    return letGo;
  };
  const first = held();
  const { body } = await base.upload(filename, pages);
  const id = body.data.document.id as string;
  await eventually(() => expect(embeddings.calls).toHaveLength(before + 1));
  const second = held();
  first();
  await eventually(() => expect(embeddings.calls).toHaveLength(before + 2));
  expect(await base.document(id)).toMatchObject({ processingStatus: 'processing', progress: { done: batch } });
  await meanwhile(id);
  embeddings.refusals.push(400);
  embeddings.hold = undefined;
  second();
  expect(await base.settled(id)).toMatchObject({ processingStatus: 'completed' });
  return id;
}

/** The chunks of the same document where nothing has interrupted its indexing. */
async function expected(filename: string, settings: object): Promise<ListedChunk[]> {
  wholes += 1;
  const base = await KnowledgeApi.create(server, `Whole ${wholes}`, settings);
  return chunksOf(base, await base.add(filename, pages));
}

function change(base: KnowledgeApi, changes: object): Promise<unknown> {
  return base.client
    .put(`/api/v1/knowledge/${base.id}`)
    .send({ workspaceId: base.workspaceId, ...changes })
    .expect(200);
}

describe('an indexing that is resumed behind its first chunks', () => {
  it('continues after them when nothing has changed', async () => {
    const base = await KnowledgeApi.create(server, 'Unchanged', { chunkingConfig });
    const before = embeddings.calls.length;
    const id = await resumed(base, 'pages.txt', async () => undefined);
    const chunks = await chunksOf(base, id);
    const embedded = embeddings.calls.slice(before).flatMap(({ input }) => input);
    expect(embedded.filter((input) => input === chunks[0]?.content)).toHaveLength(1);
    expect(chunks).toEqual(await expected('pages.txt', { chunkingConfig }));
  });

  it('begins again when chunks are of another size now, and its document counts the new ones', async () => {
    const base = await KnowledgeApi.create(server, 'Of another size', { chunkingConfig });
    const larger = { chunkingConfig: { maxSize: 150, minSize: 1, overlap: 20 } };
    const id = await resumed(base, 'pages.txt', () => change(base, larger));
    const chunks = await chunksOf(base, id);
    expect(chunks).toEqual(await expected('pages.txt', larger));
    expect(await base.document(id)).toMatchObject({ chunkCount: chunks.length, progress: { done: chunks.length, total: chunks.length } });
  });

  it('begins again when there are fewer chunks now than it has kept', async () => {
    const base = await KnowledgeApi.create(server, 'Fewer', { chunkingConfig });
    const large = { chunkingConfig: { maxSize: 4000, minSize: 1, overlap: 0 } };
    const id = await resumed(base, 'pages.txt', () => change(base, large));
    const chunks = await chunksOf(base, id);
    expect(chunks.length).toBeLessThan(batch);
    expect(chunks).toEqual(await expected('pages.txt', large));
  });

  it('begins again when the embedding model is another one', async () => {
    const base = await KnowledgeApi.create(server, 'Of another model', { chunkingConfig });
    const id = await resumed(base, 'pages.txt', () => change(base, { embeddingModel: 'fake/echo' }));
    const chunks = await chunksOf(base, id);
    expect(new Set(chunks.map(({ embeddingModel }) => embeddingModel))).toEqual(new Set(['fake/echo']));
    expect(chunks).toEqual(await expected('pages.txt', { chunkingConfig, embeddingModel: 'fake/echo' }));
  });

  it('begins again when its document is of another format', async () => {
    const base = await KnowledgeApi.create(server, 'Of another format', { chunkingConfig });
    const rename = (id: string) =>
      base.client
        .patch(`/api/v1/knowledge/${base.id}/documents/${id}`)
        .send({ workspaceId: base.workspaceId, filename: 'pages.html' })
        .expect(200);
    const id = await resumed(base, 'pages.txt', rename);
    expect(await chunksOf(base, id)).toEqual(await expected('pages.html', { chunkingConfig }));
  });

  it('begins again when one of them is missing, as after a removal that was interrupted', async () => {
    const base = await KnowledgeApi.create(server, 'With a gap', { chunkingConfig });
    const remove = async (id: string): Promise<void> => {
      const client = new pg.Client({ connectionString: server.connectionString });
      await client.connect();
      await client.query('delete from knowledge_chunk where document_id = $1 and chunk_index = 7', [id]);
      await client.end();
    };
    const id = await resumed(base, 'pages.txt', remove);
    expect(await chunksOf(base, id)).toEqual(await expected('pages.txt', { chunkingConfig }));
  });
});
