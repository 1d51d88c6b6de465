import { readFile, readdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { describeSchema } from '../../tools/schema/describe-schema.js';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { runSluice, type EndedCommand } from '../support/sluice-command.js';
import { createEmptyDatabase, createTestDatabase, waitForDisk, type TestDatabase } from '../support/test-database.js';

const fixtures = new URL('../fixtures/releases/', import.meta.url);
const releases = (await readdir(fixtures)).map((file) => file.slice(0, -'.sql'.length));

async function onDatabase<Result>({ connectionString }: TestDatabase, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Month partitions depend on the date, not on the release. */
async function schemaOf(database: TestDatabase): Promise<readonly string[]> {
  const schema = await onDatabase(database, describeSchema);
  return schema.split('\n\n').filter((statement) => !/^create table \w+_\d{4}_?\d{2} partition/.test(statement));
}

describe.each(releases)('a database of release %s', (release) => {
  let database: TestDatabase;
  let folder: string;
  let env: Record<string, string>;
  let server: ServerProcess;
  let workspaceId: string;
  let before: EndedCommand;

  beforeAll(async () => {
    await waitForDisk('on');
    database = await createEmptyDatabase();
    const sql = await readFile(new URL(`${release}.sql`, fixtures), 'utf8');
    await onDatabase(database, (client) => client.query(sql));
    folder = await mkdtemp(join(tmpdir(), 'sluice-upgrade-'));
    env = await serverEnv(database, { SLUICE_FILES_DIR: join(folder, 'files') });
    before = await runSluice(['upgrade', '--check'], env);
    server = await startServerProcess(env);
    const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    workspaceId = body.data[0]?.id ?? '';
  }, 60_000);

  afterAll(async () => {
    await server.kill('SIGTERM');
    await waitForDisk('off');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function workflow(name: string): Promise<string | undefined> {
    const { body } = await server.call<{ data: { id: string; name: string }[] }>('GET', `/api/v1/workflows?workspaceId=${workspaceId}`);
    return body.data.find((each) => each.name === name)?.id;
  }

  it('is checked before the upgrade, and needs none after it', async () => {
    expect(before).toMatchObject({ code: 0, out: expect.stringMatching(/^WARN schema +\d+ migrations of Sluice .* will run: /m) });
    expect(before.out).toMatch(/^WARN rolling +.* new or changed: .* processes of the previous one answer writes with 503$/m);
    const { code, out } = await runSluice(['upgrade', '--check'], env);
    expect(out).toMatch(/^ok +schema +is that of Sluice/m);
    expect(out).toMatch(/^ok +rolling/m);
    expect(code).toBe(0);
  });

  it('has the schema of this release after the start', async () => {
    const fresh = await createTestDatabase();
    try {
      expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
    } finally {
      await fresh.drop();
    }
  });

  it('answers with its finished run', async () => {
    const id = await workflow('Double');
    const logs = await server.call<{ data: { executionId: string }[] }>('GET', `/api/v1/logs?workspaceId=${workspaceId}&workflowIds=${id}`);
    const path = `/api/workflows/${id}/executions/${logs.body.data[0]?.executionId}?includeOutput=true`;
    const { body } = await server.call<object>('GET', path);
    expect(body).toMatchObject({ status: 'completed', finalOutput: { result: 42 } });
  });

  it('answers with its rows and their history', async () => {
    const tables = await server.call<{ data: { tables: { id: string }[] } }>('GET', `/api/v1/tables?workspaceId=${workspaceId}`);
    const path = `/api/v1/tables/${tables.body.data.tables[0]?.id}/rows`;
    const rows = await server.call<{ data: { rows: { id: string; data: object }[] } }>('GET', `${path}?workspaceId=${workspaceId}`);
    expect(rows.body.data.rows.map(({ data }) => data)).toEqual([
      { customer: 'Grace', total: 12 },
      { customer: 'Ada', total: 81 },
    ]);
    const history = await server.call<{ data: { changes: object[] } }>(
      'GET',
      `${path}/${rows.body.data.rows[1]?.id}/history?workspaceId=${workspaceId}`,
    );
    expect(history.body.data.changes).toHaveLength(2);
  });

  it('runs the workflow that is deployed in it', async () => {
    const { body } = await server.call<object>('POST', `/api/workflows/${await workflow('Double')}/execute`, { n: 4 });
    expect(body).toMatchObject({ success: true, output: { result: 8 } });
  });

  it('resumes its paused run', async () => {
    const workflowId = await workflow('Ask');
    const paused = await server.call<{ pausedExecutions: { executionId: string }[] }>('GET', `/api/workflows/${workflowId}/paused`);
    const executionId = paused.body.pausedExecutions[0]?.executionId;
    const run = await server.call<{ pausePoints: { contextId: string }[] }>('GET', `/api/resume/${workflowId}/${executionId}`);
    await server.call('POST', `/api/resume/${workflowId}/${executionId}/${run.body.pausePoints[0]?.contextId}`, { n: 21 });
    await eventually(async () => {
      const { body } = await server.call<object>('GET', `/api/workflows/${workflowId}/executions/${executionId}?includeOutput=true`);
      expect(body).toMatchObject({ status: 'completed', finalOutput: { result: 42 } });
    }, 30_000);
  });

  it('opens its secrets and verifies its audit log', async () => {
    const file = (name: string): string => join(folder, name);
    await writeFile(file('key.pem'), (await runSluice(['audit', 'public-key'], env)).out);
    await runSluice(['audit', 'export', '--out', file('audit.jsonl')], env);
    const verified = await runSluice(['audit', 'verify', file('audit.jsonl'), '--public-key', file('key.pem')]);
    expect(verified).toMatchObject({ code: 0, error: '' });
    expect(await readFile(file('audit.jsonl'), 'utf8')).toContain('"resourceName":"Ada"');
    const { out } = await runSluice(['doctor'], { ...env, PORT: '0' });
    expect(out).toMatch(/^ok +encryption key/m);
  }, 60_000);
});

describe('a database of a newer release', () => {
  const later = `insert into migration (timestamp, name) values (4102444800000, 'OfALaterRelease4102444800000')`;
  let database: TestDatabase;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    await onDatabase(database, (client) => client.query(later));
    env = await serverEnv(database);
  }, 60_000);

  afterAll(() => database.drop());

  it.each([
    ['start'],
    ['migrate'],
    ['migrate', '--dry-run'],
    ['projections', 'rebuild', 'api-key'],
    ['projections', 'retry', 'api-key'],
    ['retention'],
    ['audit', 'checkpoint'],
    ['keys', 'rotate-encryption'],
  ])('refuses the downgrade in one sentence: sluice %s %s', async (...args) => {
    const { code, error } = await runSluice(args, env);
    expect(error).toContain('The database was migrated by a newer release: it has a migration that is unknown to Sluice');
    expect(error).toContain('(OfALaterRelease4102444800000). Start that release, or restore a backup of this one');
    expect(error).not.toMatch(/^ +at /m);
    expect(code).toBe(78);
  });

  it('is found by the check of an upgrade', async () => {
    const { code, out } = await runSluice(['upgrade', '--check'], env);
    expect(out).toMatch(/^FAIL schema +the database is of a newer release: .* OfALaterRelease4102444800000$/m);
    expect(code).toBe(1);
  });
});
