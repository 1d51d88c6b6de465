import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { startFakeEmbeddings, type FakeEmbeddings } from '../support/knowledge/fake-embeddings.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let provider: FakeEmbeddings;
let env: Record<string, string>;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  provider = await startFakeEmbeddings();
  env = await serverEnv(database, provider.env);
  server = await startServerProcess(env);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await provider.close();
  await database.drop();
});

interface Document {
  readonly id: string;
  readonly processingStatus: string;
  readonly chunkCount: number;
  readonly progress: { readonly done: number; readonly total: number | null };
}

async function upload(path: string, workspaceId: string, text: string): Promise<Document> {
  const form = new FormData();
  form.set('workspaceId', workspaceId);
  form.set('file', new Blob([text]), 'long.txt');
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers: { 'x-api-key': testKey }, body: form });
  const { data } = (await response.json()) as { data: { document: Document } };
  return data.document;
}

describe('a document whose server is killed while it is embedded', () => {
  it('is completed by the next one, which does not do again what was done', async () => {
    const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    const workspaceId = workspaces.data[0]?.id ?? '';
    const chunkingConfig = { maxSize: 100, minSize: 1, overlap: 0 };
    const created = await server.call<{ data: { knowledgeBase: { id: string } } }>('POST', '/api/v1/knowledge', {
      workspaceId,
      name: 'Killed',
      chunkingConfig,
    });
    const documents = `/api/v1/knowledge/${created.body.data.knowledgeBase.id}/documents`;
    const pages = Array.from({ length: 3_000 }, (_, page) => `Page ${page} is about something else entirely.`);
    const { id } = await upload(documents, workspaceId, pages.join('\n\n'));
    const look = async (): Promise<Document> => {
      const { body } = await server.call<{ data: { document: Document } }>('GET', `${documents}/${id}?workspaceId=${workspaceId}`);
      return body.data.document;
    };
    await eventually(async () => expect((await look()).progress.done).toBeGreaterThanOrEqual(64), 30_000);
    let letGo = (): void => undefined;
    provider.hold = new Promise((resolve) => (letGo = resolve));
    const { done, total } = (await look()).progress;
    expect(done).toBeLessThan(total ?? 0);
    await server.kill('SIGKILL');
    const embedded = provider.calls.slice(0, -1).reduce((sum, { input }) => sum + input.length, 0);
    letGo();
    provider.hold = undefined;
    const before = provider.calls.length;

    server = await startServerProcess(env);
    const document = await eventually(async () => {
      const now = await look();
      expect(now.processingStatus).toBe('completed');
      return now;
    }, 60_000);

    const again = provider.calls.slice(before).reduce((sum, { input }) => sum + input.length, 0);
    expect(again).toBeLessThan(document.chunkCount);
    expect(embedded + again).toBeLessThanOrEqual(document.chunkCount + 2 * 64);
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    const { rows } = await client.query(
      'select count(*)::int as chunks, max(chunk_index) as last from knowledge_chunk where document_id = $1',
      [id],
    );
    const work = await client.query(`select from work_item where kind = 'knowledge-document'`);
    await client.end();
    expect(rows).toEqual([{ chunks: document.chunkCount, last: document.chunkCount - 1 }]);
    expect(work.rows).toEqual([]);
  }, 150_000);
});
