import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const encryptionKey = '4d'.repeat(32);
let database: TestDatabase;
let server: ServerProcess;
let client: pg.Client;
let workspaceId: string;
let execute: string;

async function sluice(...words: string[]): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: encryptionKey };
  const child = spawn(process.execPath, ['dist/bundle/main.js', ...words], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess({ DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: encryptionKey });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  workspaceId = body.data[0]?.id ?? '';
  const { body: workflows } = await server.call<{ data: { id: string }[] }>('GET', `/api/v1/workflows?workspaceId=${workspaceId}`);
  execute = `/api/workflows/${workflows.data[0]?.id}/execute`;
}, 60_000);

afterAll(async () => {
  await client.end();
  await server.kill('SIGTERM');
  await database.drop();
});

/** Calls repeatedly until it is stopped. @returns every status that was seen */
function calling(call: () => Promise<{ status: number }>): () => Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const { status } = await call();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  })();
  return async () => {
    isStopped = true;
    await loop;
    return statuses;
  };
}

const digest = async (table: string): Promise<unknown> =>
  (await client.query(`select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${table} t`)).rows[0];

describe('npx sluice projections rebuild', () => {
  it('replaces views under a server at work, whose callers notice nothing, and makes the same rows to the byte', async () => {
    const run = () => server.call('POST', execute, { amount: 1, customer: 'Ada' });
    const queue = () => server.call('POST', execute, { amount: 1, customer: 'Ada' }, { 'X-Execution-Mode': 'async' });
    const read = () => server.call('GET', `/api/v1/logs?workspaceId=${workspaceId}&level=info&limit=5`);
    const loops = [run, queue, read].map(calling);
    await eventually(async () => {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from run_event');
      expect(rows[0]?.n).toBeGreaterThan(300);
    });
    for (const name of ['execution-log', 'job-status', 'usage-ledger', 'workspace']) {
      expect(await sluice('projections', 'rebuild', name)).toMatchObject({
        code: 0,
        output: expect.stringContaining(`${name} is rebuilt`),
      });
    }
    const seen = await Promise.all(loops.map((stop) => stop()));
    expect(seen.map((statuses) => [...statuses.keys()])).toEqual([[200], [202], [200]]);
    await eventually(async () => expect((await client.query('select 1 from job where completed_at is null')).rows).toEqual([]), 30_000);
    await eventually(
      async () => expect((await sluice('projections', 'status')).output).toMatch(/execution-log .* 0 events and 0 ms behind/),
      30_000,
    );
    const tables = [
      'execution_log',
      'job',
      'usage_entry',
      'usage_day',
      'usage_call',
      'usage_call_day',
      'usage_period',
      'workspace',
      'workspace_member',
    ];
    const live = await Promise.all(tables.map(digest));
    for (const name of ['execution-log', 'job-status', 'usage-ledger', 'workspace']) await sluice('projections', 'rebuild', name);
    expect(await Promise.all(tables.map(digest))).toEqual(live);
    expect(server.output()).not.toMatch(/"level":"?(error|50)/);
  }, 180_000);

  it('says how many events it could not apply, what to do, and ends with 1', async () => {
    const place = `type = 'execution.started' and (stream_id, version) in (select stream_id, version from run_event where type = 'execution.started' order by pos limit 1)`;
    await client.query(`update run_event set schema_version = 9999 where ${place}`);
    expect(await sluice('projections', 'rebuild', 'execution-log')).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^execution-log is rebuilt from [\d,]+ events\n1 event could not be applied to execution-log\. See them with: \S+( \S+)? projections status; when the cause is fixed: \S+( \S+)? projections retry execution-log\n$/m,
      ),
    });
    expect((await sluice('projections', 'status')).output).toContain('dead letter of execution-log: execution.started');
  }, 60_000);

  it('knows no projection but those of its list', async () => {
    const { code, output } = await sluice('projections', 'rebuild', 'nonsense');
    expect({ code, known: output.startsWith('No projection is named nonsense. Projections: ') }).toEqual({ code: 1, known: true });
    expect((await sluice('projections', 'list')).output).toMatch(/^execution-log {2}version \d+, async: execution_log$/m);
  }, 60_000);
});
