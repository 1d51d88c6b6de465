import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { docx } from '../../support/knowledge/documents.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let base: KnowledgeApi;
beforeAll(async () => {
  server = await startTestApp();
  base = await KnowledgeApi.create(server, 'Documents');
});
afterAll(() => server.close());

const absent = '0197a5e0-0000-7000-8000-00000000ffff';

describe('a document', () => {
  it('is being processed after its upload, and completed soon after', async () => {
    const { body, status } = await base.upload('guide.md', '# Guide\n\nHow to do it.', { team: 'ops', year: 2031 });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        document: {
          id: expect.any(String),
          knowledgeBaseId: base.id,
          filename: 'guide.md',
          fileSize: 22,
          mimeType: 'text/markdown',
          // A worker may have begun, or even ended, before the response was read.
          processingStatus: expect.stringMatching(/^(pending|processing|completed)$/),
          chunkCount: expect.any(Number),
          tokenCount: expect.any(Number),
          characterCount: expect.any(Number),
          enabled: true,
          tags: { team: 'ops', year: 2031 },
          createdAt: expect.any(String),
        },
        message: expect.stringContaining('Document uploaded successfully'),
      },
    });
    expect(await base.settled(body.data.document.id)).toMatchObject({
      processingStatus: 'completed',
      chunkCount: 1,
      tokenCount: 8,
      characterCount: 22,
      processingError: null,
      processingStartedAt: expect.any(String),
      processingCompletedAt: expect.any(String),
      progress: { done: 1, total: 1 },
    });
    const { body: counted } = await base.client.get(base.url()).expect(200);
    expect(counted.data.knowledgeBase).toMatchObject({ docCount: 1, tokenCount: 8 });
  });

  it('reports why it could not be read, and is reprocessed on request', async () => {
    const { body } = await base.upload('broken.pdf', 'no pdf');
    const { id } = body.data.document as { id: string };
    expect(await base.settled(id)).toMatchObject({ processingStatus: 'failed', processingError: 'The document is not a valid PDF' });
    const again = await base.client.post(`/api/v1/knowledge/${base.id}/documents/${id}/reprocess`).send({ workspaceId: base.workspaceId });
    // A worker may have begun before the response was read.
    expect(again.body.data.document.processingStatus).toMatch(/^(pending|processing)$/);
    expect(await base.settled(id)).toMatchObject({ processingStatus: 'failed' });
  });

  it('lists its chunks in pages, in the order of the text', async () => {
    const paragraph = (number: number): string => `Part ${number}. ${'The lamp goes out at night. '.repeat(16)}`;
    const chunking = { chunkingConfig: { maxSize: 100, minSize: 1, overlap: 0 } };
    const small = await KnowledgeApi.create(server, 'In small chunks', chunking);
    const id = await small.add('long.txt', Array.from({ length: 5 }, (_, index) => paragraph(index)).join('\n\n'));
    const { chunkCount } = (await small.document(id)) as { chunkCount: number };
    expect(chunkCount).toBeGreaterThan(4);
    const chunks: { chunkIndex: number; content: string; tokenCount: number; embeddingModel: null }[] = [];
    for (let offset = 0; offset < chunkCount; offset += 2) {
      const { body } = await small.client.get(small.url(`/documents/${id}/chunks`, `&limit=2&offset=${offset}`)).expect(200);
      expect(body.data.pagination).toEqual({ total: chunkCount, limit: 2, offset, hasMore: offset + 2 < chunkCount });
      chunks.push(...body.data.chunks);
    }
    expect(chunks.map(({ chunkIndex }) => chunkIndex)).toEqual(Array.from({ length: chunkCount }, (_, index) => index));
    expect(chunks[0]).toEqual({
      chunkIndex: 0,
      content: expect.stringMatching(/^Part 0\./),
      tokenCount: expect.any(Number),
      embeddingModel: null,
    });
    const behind = await small.client.get(small.url(`/documents/${id}/chunks`, '&offset=100000')).expect(200);
    expect(behind.body.data).toEqual({ chunks: [], pagination: { total: chunkCount, limit: 50, offset: 100000, hasMore: false } });
    await small.client.get(small.url(`/documents/${id}/chunks`, '&limit=101')).expect(400);
    await small.client.get(small.url(`/documents/${absent}/chunks`)).expect(404);
  });

  it('that could not be read has no chunks', async () => {
    const { body } = await base.upload('no-chunks.pdf', 'no pdf');
    const { id } = body.data.document as { id: string };
    await base.settled(id);
    const { body: listed } = await base.client.get(base.url(`/documents/${id}/chunks`)).expect(200);
    expect(listed.data).toEqual({ chunks: [], pagination: { total: 0, limit: 50, offset: 0, hasMore: false } });
  });

  it('of an old format is accepted and fails with the name of a readable one', async () => {
    const { body } = await base.upload('old.doc', 'whatever');
    expect(await base.settled(body.data.document.id)).toMatchObject({
      processingStatus: 'failed',
      processingError: 'The text of .doc files cannot be read here; save the document as .docx and upload that',
    });
  });

  it('has a unique name in its knowledge base', async () => {
    await base.add('same.txt', 'one');
    const { body, status } = await base.upload('same.txt', 'two');
    expect(status).toBe(409);
    expect(body).toEqual({ code: 'DUPLICATE_NAME', error: 'A document named "same.txt" already exists in this knowledge base' });
    const other = await KnowledgeApi.create(server, 'Another one');
    expect((await other.upload('same.txt', 'three')).status).toBe(200);
  });

  it('of an unknown type is rejected', async () => {
    const { body, status } = await base.upload('tool.exe', 'MZ');
    expect(status).toBe(415);
    expect(body).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      error: expect.stringContaining('Unsupported file type: exe. Supported types are: pdf'),
    });
  });

  it.each([
    ['no workspace', 400, { file: true }],
    ['no file', 400, { workspace: true }],
    ['tags that are not JSON', 400, { workspace: true, file: true, tags: '{' }],
    ['tags that are a list', 400, { workspace: true, file: true, tags: '[]' }],
    ['another workspace', 403, { workspace: absent, file: true }],
    ['NUL in the name of its workspace', 400, { workspace: `${absent}\0`, file: true }],
  ])(
    'is rejected with %s',
    async (_, status, { workspace, file, tags }: { workspace?: boolean | string; file?: boolean; tags?: string }) => {
      const request = base.client.post(`/api/v1/knowledge/${base.id}/documents`);
      if (workspace !== undefined) void request.field('workspaceId', workspace === true ? base.workspaceId : String(workspace));
      if (tags !== undefined) void request.field('tags', tags);
      if (file === true) void request.attach('file', Buffer.from('x'), 'x.txt');
      else void request.field('other', 'x');
      const answer = await request;
      expect(answer.status).toBe(status);
    },
  );

  it.each(['a\\b.txt', '%2e%2e%2fe.txt', '\u202efdp.txt', 'x\u200b.txt', 'con.txt', '..'])(
    'is rejected under the name %j, as a file is (AC-94, AC-95)',
    async (name) => {
      const { status, body } = await base.upload(name, 'x');
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: expect.stringMatching(/^Invalid file name: it must not /), details: [{ path: ['file'] }] });
    },
  );

  it.each([
    ['{"a":1,"a":2}', ['tags', 'a'], 'duplicate_field'],
    ['{"__proto__":1}', ['tags', '__proto__'], 'not_allowed'],
    ['{"a":"\\u0000"}', ['tags', 'a'], 'invalid'],
  ])('is rejected with the tags %s', async (tags, path, code) => {
    const { body } = await base.client
      .post(`/api/v1/knowledge/${base.id}/documents`)
      .field('workspaceId', base.workspaceId)
      .field('tags', tags)
      .attach('file', Buffer.from('x'), 'tagged.txt')
      .expect(400);
    expect(body.details).toMatchObject([{ path, code }]);
  });

  it('is rejected in an absent knowledge base', async () => {
    const missing = await new KnowledgeApi(server, absent).upload('a.txt', 'x');
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({ error: 'Knowledge base not found', code: 'NOT_FOUND' });
  });

  it('is renamed, tagged and excluded from searches', async () => {
    const id = await base.add('before.txt', 'Zanzibar is an island.');
    const patch = (body: object) =>
      base.client.patch(`/api/v1/knowledge/${base.id}/documents/${id}`).send({ workspaceId: base.workspaceId, ...body });
    const { body } = await patch({ enabled: false, filename: 'after.md', tags: { a: 1 } }).expect(200);
    expect(body.data.document).toMatchObject({ enabled: false, filename: 'after.md', mimeType: 'text/markdown', tags: { a: 1 } });
    expect(await base.found('Zanzibar')).toEqual([]);
    await patch({ enabled: true }).expect(200);
    expect(await base.found('Zanzibar')).toEqual(['after.md']);
    await patch({}).expect(400);
    await patch({ enabled: 'yes' }).expect(400);
    await patch({ filename: 'x.exe' }).expect(415);
    await patch({ filename: 'guide.md' }).expect(409);
    const path = await patch({ filename: 'notes/guide.md' }).expect(400);
    expect(path.body).toMatchObject({ error: 'Invalid file name: it must not contain a path', details: [{ path: ['filename'] }] });
  });

  it('is not found under another knowledge base or after its deletion', async () => {
    const id = await base.add('gone.docx', docx('Atlantis'));
    const other = await KnowledgeApi.create(server, 'Wrong parent');
    const foreign = await other.client.get(other.url(`/documents/${id}`)).expect(404);
    const missing = await base.client.get(base.url(`/documents/${absent}`)).expect(404);
    expect(foreign.text).toBe(missing.text);
    expect(missing.body).toEqual({ error: 'Document not found', code: 'NOT_FOUND' });
    const { body } = await base.client.delete(base.url(`/documents/${id}`)).expect(200);
    expect(body).toEqual({ success: true, data: { id, message: 'Document deleted successfully' } });
    await base.client.get(base.url(`/documents/${id}`)).expect(404);
    await base.client.delete(base.url(`/documents/${id}`)).expect(404);
    expect(await base.found('Atlantis')).toEqual([]);
  });
});

describe('the documents of a knowledge base', () => {
  let list: KnowledgeApi;
  beforeAll(async () => {
    list = await KnowledgeApi.create(server, 'Listed documents');
    for (const name of ['b_10%.txt', 'a.txt', 'bX10.txt', 'C.txt']) await list.add(name, `${name} `.repeat(name.length));
    const { body } = await list.client.get(list.url('/documents', '&search=C.txt'));
    const { id } = body.data.documents[0] as { id: string };
    await list.client.patch(`/api/v1/knowledge/${list.id}/documents/${id}`).send({ workspaceId: list.workspaceId, enabled: false });
  });

  async function names(query: string): Promise<string[]> {
    const { body } = await list.client.get(list.url('/documents', query)).expect(200);
    return (body.data.documents as { filename: string }[]).map(({ filename }) => filename);
  }

  it.each([
    ['', ['C.txt', 'bX10.txt', 'a.txt', 'b_10%.txt']],
    ['&sortOrder=asc', ['b_10%.txt', 'a.txt', 'bX10.txt', 'C.txt']],
    ['&sortBy=fileSize&sortOrder=asc', ['C.txt', 'a.txt', 'bX10.txt', 'b_10%.txt']],
    ['&sortBy=enabled&sortOrder=asc', ['C.txt']],
    ['&search=B_10', ['b_10%.txt']],
    ['&search=%25', ['b_10%.txt']],
    ['&search=TXT&limit=1', ['C.txt']],
    ['&enabledFilter=disabled', ['C.txt']],
    ['&enabledFilter=enabled&search=c', []],
    ['&offset=3', ['b_10%.txt']],
    ['&offset=100', []],
  ])('are listed with %j', async (query, expected) => {
    expect((await names(query)).slice(0, expected.length || undefined)).toEqual(expected);
  });

  it('include their total number', async () => {
    const { body } = await list.client.get(list.url('/documents', '&limit=2&offset=1')).expect(200);
    expect(body.data.pagination).toEqual({ total: 4, limit: 2, offset: 1, hasMore: true });
    const last = await list.client.get(list.url('/documents', '&limit=2&offset=2')).expect(200);
    expect(last.body.data.pagination).toMatchObject({ hasMore: false });
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'sortBy=name', 'sortOrder=up', 'enabledFilter=some', 'limit=x'])(
    'are rejected with %s',
    async (query) => {
      const { body } = await list.client.get(list.url('/documents', `&${query}`)).expect(400);
      expect(body.details[0].path).toEqual([query.split('=')[0]]);
    },
  );
});
