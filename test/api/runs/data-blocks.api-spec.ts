import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type { JsonObject } from '#kernel/json.js';
import { Files } from '#blocks/ports/files.js';
import { Knowledge } from '#blocks/ports/knowledge.js';
import { Tables } from '#blocks/ports/tables.js';
import { ServerCapabilities } from '#modules/runs/blocks/world/server-capabilities.js';
import { fileUrl, uploaded } from '../../support/file-api.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let table: TableClient;

beforeAll(async () => {
  server = await startTestApp();
  table = await TableClient.create(server, [
    { name: 'email', unique: true },
    { name: 'age', type: 'number' },
  ]);
}, 60_000);
afterAll(() => server.close());

/** Runs these blocks one after the other; a Response behind them tells what is said of `answer`. */
async function run(blocks: readonly JsonObject[], answer: string, input: JsonObject = {}): Promise<Response> {
  const last = blockWith('done', 'response', { dataMode: 'json', data: answer });
  const workflowId = await deployState(server, inARow(...blocks, last));
  return server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({ input });
}

const onTable = (id: string, operation: string, fields: JsonObject = {}): JsonObject =>
  blockWith(id, 'table', { tableId: table.id, operation, ...fields });

/** A workspace of the same user, and an id of something in it. */
async function otherWorkspace(): Promise<string> {
  const answer = await server.as(server.first.apiKey).post('/api/v1/workspaces').send({ name: 'Elsewhere' }).expect(200);
  return answer.body.data.id as string;
}

describe('a run', () => {
  it('fails if the rows that it asks for are too large, and gets no part of them', async () => {
    const large = await TableClient.create(server, [{ name: 'big' }]);
    for (let part = 0; part < 9; part += 1) await large.insertAll(Array.from({ length: 20 }, () => ({ big: 'x'.repeat(100_000) })));
    const { body } = await run([blockWith('all', 'table', { tableId: large.id, operation: 'query_rows', limit: 500 })], '<all.rowCount>');
    expect(body.error).toContain('The first 500 rows are larger than 16 MiB. Ask for fewer with limit');
  });

  it('reads and changes the rows of a table, and is named in their history', async () => {
    const { body, headers } = await run(
      [
        onTable('many', 'batch_insert_rows', {
          rows: [
            { email: 'a', age: 1 },
            { email: 'b', age: 2 },
            { email: 'c', age: 3 },
          ],
        }),
        onTable('one', 'insert_row', { data: '{"email": "<start.email>", "age": <start.age>}' }),
        onTable('put', 'upsert_row', { data: { email: 'a', age: 10 } }),
        onTable('change', 'update_row', { rowId: '<one.row.id>', data: { age: 40 } }),
        onTable('bulk', 'update_rows_by_filter', { filter: { age: { $lt: 4 } }, data: { age: 0 } }),
        onTable('gone', 'delete_rows_by_filter', { filter: { email: 'c' } }),
        onTable('get', 'get_row', { rowId: '<one.row.id>' }),
        onTable('all', 'query_rows', { sort: { email: 'asc' } }),
        onTable('schema', 'get_schema'),
      ],
      '{"rows": <all.rows>, "total": <all.totalCount>, "row": <get.row>, "put": "<put.operation>", "bulk": <bulk.updatedCount>, "gone": <gone.deletedCount>, "columns": <schema.columns>}',
      { email: 'z', age: 4 },
    );
    const said = body as { rows: { data: JsonObject }[]; row: { id: string } };
    expect(said.rows.map(({ data }) => data)).toEqual([
      { email: 'a', age: 10 },
      { email: 'b', age: 0 },
      { email: 'z', age: 40 },
    ]);
    expect(said).toMatchObject({ total: 3, row: { data: { age: 40 } }, put: 'update', bulk: 2, gone: 1, columns: { length: 2 } });
    const history = await table.get(`/rows/${said.row.id}/history`).expect(200);
    expect(history.body.data.changes[0]).toMatchObject({ executionId: headers['x-execution-id'], actorId: server.first.userId });
  });

  it('searches a knowledge base and adds documents to it', async () => {
    const base = await KnowledgeApi.create(server, 'Manuals');
    await base.add('kettle.md', 'To descale the kettle boil vinegar in it.', { room: 'kitchen' });
    const file = await uploaded(server, 'toaster.txt', 'Empty the crumb tray of the toaster once a week.');
    const fields = { knowledgeBaseId: base.id };
    const { body } = await run(
      [
        blockWith('look', 'knowledge', { ...fields, query: '<start.question>', tagFilters: '{"room": "kitchen"}' }),
        blockWith('text', 'knowledge', { ...fields, operation: 'create_document', name: 'Iron', content: 'Iron silk on low heat.' }),
        blockWith('copy', 'knowledge', { ...fields, operation: 'create_document', file: file.id, documentTags: { room: 'kitchen' } }),
      ],
      '{"first": <look.results[0]>, "text": "<text.documentId>", "copy": "<copy.documentName>"}',
      { question: 'How do I descale it?' },
    );
    expect(body).toMatchObject({
      first: { documentName: 'kettle.md', metadata: { room: 'kitchen' }, content: expect.stringContaining('vinegar') },
      copy: 'toaster.txt',
    });
    await base.settled((body as { text: string }).text);
    expect(await base.found('silk')).toEqual(['Iron.txt']);
  });

  it('writes files and reads them', async () => {
    const { body } = await run(
      [
        blockWith('write', 'file', { operation: 'file_write', fileName: 'report.md', content: '# <start.title>' }),
        blockWith('look', 'file_v5', { operation: 'file_read', readFile: '<write.files>' }),
        blockWith('read', 'file', { operation: 'file_get_content', getContentFile: 'report.md' }),
      ],
      '{"id": "<write.id>", "file": <look.file>, "text": "<read.contents[0]>"}',
      { title: 'May' },
    );
    const said = body as { id: string; file: { url: string; key: string } };
    expect(said).toMatchObject({ text: '# May', file: { id: said.id, name: 'report.md', type: 'text/markdown', size: 5 } });
    expect(said.file.key).toBe(`files/${server.first.workspaceId}/report.md`);
    expect(said.file.url).toContain(fileUrl(server, said.id));
    const download = await server.as(server.first.apiKey).get(fileUrl(server, said.id)).expect(200);
    expect(download.text ?? (download.body as Buffer).toString()).toBe('# May');
  });

  it('does not find what is in another workspace', async () => {
    const workspaceId = await otherWorkspace();
    const owner = server.as(server.first.apiKey);
    const schema = { columns: [{ name: 'email', type: 'string' }] };
    const made = await owner.post('/api/v1/tables').send({ workspaceId, name: 'theirs', schema }).expect(200);
    const base = await owner.post('/api/v1/knowledge').send({ workspaceId, name: 'Theirs' }).expect(200);
    const file = await uploaded(server, 'theirs.md', 'x', { workspaceId });
    const tableId = made.body.data.table.id as string;
    const blocks: [JsonObject, string][] = [
      [blockWith('b', 'table', { tableId }), 'Table not found'],
      [blockWith('b', 'table', { tableId, operation: 'insert_row', data: { email: 'x' } }), 'Table not found'],
      [blockWith('b', 'knowledge', { knowledgeBaseId: base.body.data.knowledgeBase.id, query: 'x' }), 'Knowledge base not found'],
      [
        blockWith('b', 'knowledge', {
          knowledgeBaseId: base.body.data.knowledgeBase.id,
          operation: 'create_document',
          name: 'x',
          content: 'x',
        }),
        'Knowledge base not found',
      ],
      [blockWith('b', 'file', { readFile: file.id }), 'File not found'],
      [blockWith('b', 'file', { operation: 'file_get_content', getContentFile: file.key }), 'File not found'],
      [blockWith('b', 'table', { tableId: 'not an id' }), 'Table not found'],
    ];
    for (const [block, message] of blocks) {
      const { body } = await run([block], '{}');
      expect(body).toMatchObject({ success: false, error: `b: ${message}` });
    }
  });

  it('tells in a recorded replay what it read and did then, and does nothing again', async () => {
    const workflowId = await deployState(
      server,
      inARow(onTable('add', 'insert_row', { data: { email: 'replayed' } }), onTable('count', 'query_rows')),
    );
    const owner = server.as(server.first.apiKey);
    const first = await owner.post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
    await table.insert({ email: 'later' });
    const replay = await owner
      .post(`/api/workflows/${workflowId}/executions/${first.body.executionId}/replay`)
      .send({ mode: 'recorded' })
      .expect(200);
    expect(replay.body.output).toEqual(first.body.output);
    expect(await table.find({ email: 'replayed' })).toHaveLength(1);
  });
});

describe('an effect with one key', () => {
  it('happens once, and tells the same each time', async () => {
    const { workspaceId, userId, organizationId } = server.first;
    const run = {
      workspaceId,
      workflowId: userId,
      callChain: [],
      userId,
      accountId: organizationId,
      executionId: '0197a5e0-0000-7000-8000-000000000001',
    };
    const capabilities = server.app.get(ServerCapabilities, { strict: false });
    const [tables, knowledge, files] = [capabilities.of(Tables, run), capabilities.of(Knowledge, run), capabilities.of(Files, run)];
    const base = await KnowledgeApi.create(server, 'Once');
    const twice = async (work: () => Promise<unknown>): Promise<void> => {
      const [one, other] = await Promise.all([work(), work()]);
      expect(other).toEqual(one);
      expect(await work()).toEqual(one);
    };
    await twice(() => tables.insertRows(table.id, { data: { email: 'once' } }, 'key-1'));
    const document = { knowledgeBaseId: base.id, filename: 'once.txt', content: Buffer.from('once'), tags: undefined };
    await twice(() => knowledge.addKnowledge(document, 'key-2'));
    const file = { name: 'once.txt', mediaType: 'text/plain', content: Buffer.from('once'), replaces: true };
    await twice(() => files.writeFile(file, 'key-3'));
    expect(await table.find({ email: 'once' })).toHaveLength(1);
    await tables.deleteRows(table.id, { filter: { email: 'once' }, limit: 1 }, 'key-4');
    await table.insert({ email: 'once' });
    await tables.deleteRows(table.id, { filter: { email: 'once' }, limit: 1 }, 'key-4');
    expect(await table.find({ email: 'once' })).toHaveLength(1);
  });
});
