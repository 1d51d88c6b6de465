import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JsonObject } from '#kernel/json.js';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { startEffectSink, type EffectSink } from '../support/effect-sink.js';
import { eventually } from '../support/eventually.js';
import { blockWith, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let sink: EffectSink;
let server: ServerProcess;
let env: Record<string, string>;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEffectSink(() => 1_500);
  env = await serverEnv(database);
  server = await startServerProcess(env);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await Promise.all(clients.map((client) => client.end()));
  await sink.close();
  await database.drop();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  clients.push(client);
  return client;
}

/** Requests wait here until the answer is called. */
async function lock(statement: string): Promise<() => Promise<unknown>> {
  const client = await connect();
  await client.query('begin');
  await client.query(statement);
  return () => client.query('commit');
}

async function post<Data>(path: string, body: object): Promise<Data> {
  return (await server.call<{ data: Data }>('POST', path, body)).body.data;
}

async function workspace(): Promise<string> {
  const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  return body.data[0]?.id ?? '';
}

const writers: Readonly<Record<string, (workspaceId: string) => Promise<JsonObject>>> = {
  table_row: async (workspaceId) => {
    const schema = { columns: [{ name: 'n', type: 'number' }] };
    const { table } = await post<{ table: { id: string } }>('/api/v1/tables', { workspaceId, name: 'written', schema });
    return blockWith('write', 'table', { tableId: table.id, operation: 'insert_row', data: { n: 1 } });
  },
  knowledge_upload: async (workspaceId) => {
    const { knowledgeBase } = await post<{ knowledgeBase: { id: string } }>('/api/v1/knowledge', { workspaceId, name: 'Written' });
    const document = { operation: 'create_document', name: 'one', content: 'once' };
    return blockWith('write', 'knowledge', { knowledgeBaseId: knowledgeBase.id, ...document });
  },
  workspace_file: async () => blockWith('write', 'file', { operation: 'file_write', fileName: 'one.txt', content: 'once' }),
};

/** A call to the outside, and behind it a block that writes. */
async function deploy(workspaceId: string, writer: JsonObject): Promise<string> {
  const state = inARow(blockWith('call', 'api', { url: sink.url, method: 'POST' }), writer);
  const workflow = { version: '1.0', state: { ...state, metadata: { name: 'Writes' } } };
  const { id } = await post<{ id: string }>('/api/v1/workflows/import', { workspaceId, workflow });
  await server.call('POST', `/api/v1/workflows/${id}/deploy`);
  return id;
}

describe('a run whose process is killed after a block has written and before that is recorded', () => {
  it.each(Object.entries(writers))(
    'is completed by the next process, and there is one %s',
    async (table, writer) => {
      const workspaceId = await workspace();
      const workflowId = await deploy(workspaceId, await writer(workspaceId));
      const client = await connect();
      const count = async (text: string): Promise<number> =>
        (await client.query<{ n: number }>(`select count(*)::int as n from ${text}`)).rows[0]?.n ?? 0;
      const events = (type: string): Promise<number> => count(`run_event where type = 'execution.${type}'`);
      const [calls, intended, completed] = [sink.seen.size, await events('effect-intended'), await events('block-completed')];

      const { body: job } = await server.call<{ jobId: string }>('POST', `/api/workflows/${workflowId}/execute`, { async: true });
      await eventually(async () => expect(sink.seen.size).toBe(calls + 1));
      const goOn = await lock('lock table organization in access exclusive mode');
      await eventually(async () => expect(await events('effect-intended')).toBe(intended + 2), 20_000);
      expect(await count(table)).toBe(0);
      const record = await lock('lock table run_event in share row exclusive mode');
      await goOn();
      await eventually(async () => expect(await count(table)).toBe(1), 8_000);
      await server.kill('SIGKILL');
      // A backend that waits for the lock would still write for its dead client.
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(await events('block-completed')).toBe(completed + 2);
      await record();

      server = await startServerProcess(env);
      await eventually(async () => {
        const { body } = await server.call<JobResponse>('GET', `/api/jobs/${job.jobId}`);
        if (body.status !== 'completed') throw new Error(`The job is ${JSON.stringify(body)}`);
      }, 40_000);
      expect(await events('block-completed')).toBe(completed + 3);
      expect(await count(table)).toBe(1);
    },
    120_000,
  );
});
