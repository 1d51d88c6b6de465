import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.js';
import { uploaded } from '../../support/file-api.js';
import { startGatedServer, type GatedServer } from '../../support/gated-server.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import { blockWith, deployState, finishedJob, inARow } from '../../support/run-api.js';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aState } from '../../support/workflow-documents.js';

/** Takes requests, and its worker runs nothing. */
let server: TestApp;
/** Runs everything, behind the proxy. */
let worker: TestApp;
let proxy: FaultProxy;
let table: TableClient;
let base: KnowledgeApi;

beforeAll(async () => {
  const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
  server = await startTestApp({ env });
  await server.database.worker.drain(0);
  proxy = await startFaultProxy(server.connectionString);
  worker = await startTestApp({ env, beside: { ...server, connectionString: proxy.url } });
  table = await TableClient.create(server, [{ name: 'email' }]);
  base = await KnowledgeApi.create(server, 'Manuals');
  await base.add('kettle.md', 'To descale the kettle boil vinegar in it.');
  await uploaded(server, 'notes.md', 'kept');
}, 60_000);
afterAll(async () => {
  await worker.close();
  await server.close();
  await proxy.close();
});

async function start(...blocks: readonly JsonObject[]): Promise<string> {
  return startWorkflow(await deployState(server, inARow(...blocks)));
}

async function startWorkflow(workflowId: string): Promise<string> {
  const request = server
    .as(server.first.apiKey)
    .post(`/api/workflows/${workflowId}/execute`)
    .send({ async: true, input: { n: 1 } });
  return (await request.expect(202)).body.jobId as string;
}

async function failedEvents(): Promise<unknown[]> {
  const failed = `select * from run_event where type in ('execution.block-failed', 'execution.failed', 'execution.cancelled')`;
  return (await server.database.pool.query(failed)).rows;
}

const tableBlock = (operation: string, fields: JsonObject = {}) => blockWith('b', 'table', { tableId: table.id, operation, ...fields });
const lostOften = 3;

const ports: readonly [port: string, statement: RegExp, block: () => JsonObject][] = [
  ['secrets are opened', /open_environment/, () => blockWith('b', 'variables', { variables: [] })],
  ['a workflow is read', /get_workflow_version/, () => blockWith('b', 'variables', { variables: [] })],
  ['rows are inserted', /table_insert_rows/, () => tableBlock('insert_row', { data: { email: 'a' } })],
  ['rows are read', /table_get|table_row_find|from table_row/, () => tableBlock('query_rows')],
  ['knowledge is searched', /search_terms|words_like|version_of_knowledge|knowledge_chunk/, () => searchBlock()],
  ['knowledge is added', /find_knowledge_upload|begin_object/, () => addBlock()],
  ['a file is found', /find_file|find_named_file/, () => blockWith('b', 'file', { readFile: 'notes.md' })],
  ['a file is read', /locate_object/, () => blockWith('b', 'file', { operation: 'file_get_content', getContentFile: 'notes.md' })],
  ['a file is written', /begin_object|keep_object/, () => fileBlock('written.md')],
];

function searchBlock(): JsonObject {
  return blockWith('b', 'knowledge', { knowledgeBaseId: base.id, query: 'kettle' });
}

function addBlock(): JsonObject {
  const fields = { operation: 'create_document', name: 'Iron', content: 'Iron silk on low heat.' };
  return blockWith('b', 'knowledge', { knowledgeBaseId: base.id, ...fields });
}

function fileBlock(fileName: string): JsonObject {
  return blockWith('b', 'file', { operation: 'file_write', fileName, content: 'x' });
}

describe('a run whose process loses the database', () => {
  it.each(ports)(
    'while %s completes when the database is back',
    async (_, statement, block) => {
      const before = proxy.lost;
      proxy.failStatements(statement);
      const jobId = await start(block());
      await eventually(() => expect(proxy.lost).toBeGreaterThanOrEqual(before + lostOften), 20_000);
      proxy.restore();
      expect(await finishedJob(server, jobId)).toMatchObject({ status: 'completed' });
      expect(await failedEvents()).toEqual([]);
    },
    60_000,
  );

  it('while its start reads the user of the run completes when the database is back', async () => {
    const workflowId = await createWorkflow(server, { state: aState([blockWith('start', 'start_trigger', { runMetadata: true })], []) });
    await server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const before = proxy.lost;
    proxy.failStatements(/find_user_email/);
    const jobId = await startWorkflow(workflowId);
    await eventually(() => expect(proxy.lost).toBeGreaterThanOrEqual(before + lostOften), 20_000);
    proxy.restore();
    const { output } = await finishedJob(server, jobId);
    expect(output).toMatchObject({ metadata: { userEmail: 'owner@localhost' } });
    expect(await failedEvents()).toEqual([]);
  }, 60_000);

  it('while it checks its workspace before an effect completes, and the effect keeps its key', async () => {
    const outside: GatedServer = await startGatedServer();
    const call = (id: string): JsonObject => blockWith(id, 'api', { url: outside.url, method: 'POST', body: '{}' });
    const jobId = await start(call('first'), call('second'));
    await eventually(() => expect(outside.keys).toHaveLength(1));
    // The secrets of the workspace are read again when they have changed.
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    await worker
      .as(server.first.apiKey)
      .put(environment)
      .send({ variables: { CHANGED: 'yes' } })
      .expect(200);
    const before = proxy.lost;
    proxy.failStatements(/open_environment/);
    outside.open();
    await eventually(() => expect(proxy.lost).toBeGreaterThanOrEqual(before + lostOften), 20_000);
    expect(outside.keys).toHaveLength(1);
    proxy.restore();
    expect(await finishedJob(server, jobId)).toMatchObject({ status: 'completed' });
    expect(outside.keys).toHaveLength(2);
    expect(await failedEvents()).toEqual([]);
    await outside.close();
  }, 60_000);

  it('as a whole completes when the database is back', async () => {
    const outside: GatedServer = await startGatedServer();
    const jobId = await start(
      blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}' }),
      tableBlock('insert_row', { data: { email: 'whole' } }),
    );
    await eventually(() => expect(outside.keys).toHaveLength(1));
    const before = proxy.lost;
    proxy.failStatements(/./s, 'outage');
    outside.open();
    await eventually(() => expect(proxy.lost).toBeGreaterThan(before));
    proxy.restore();
    expect(await finishedJob(server, jobId)).toMatchObject({ status: 'completed' });
    expect(await table.find({ email: 'whole' })).toHaveLength(1);
    expect(await failedEvents()).toEqual([]);
    await outside.close();
  }, 60_000);
});

describe('a run whose process cannot store files', () => {
  it('is given back when that lasts, and completes later without a counted attempt', async () => {
    const incoming = join(server.filesDir, 'incoming');
    await rename(incoming, `${incoming}-away`);
    await writeFile(incoming, 'in the way');
    const jobId = await start(fileBlock('later.md'));
    const attempts = async (): Promise<unknown> =>
      (await server.database.pool.query('select owner, attempts from work_item where id = $1', [jobId])).rows[0];
    await eventually(async () => expect(await attempts()).toEqual({ owner: null, attempts: 1 }), 30_000);
    await rm(incoming);
    await rename(`${incoming}-away`, incoming);
    expect(await finishedJob(server, jobId)).toMatchObject({ status: 'completed' });
    expect(await failedEvents()).toEqual([]);
  }, 60_000);
});
