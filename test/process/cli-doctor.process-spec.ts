import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { runSluice } from '../support/sluice-command.js';
import { createTestDatabase, waitForDisk, type TestDatabase } from '../support/test-database.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';
import { greeting } from '../support/workflow-api.js';

interface Report {
  readonly status: 'ok' | 'failing';
  readonly findings: readonly { readonly check: string; readonly status: string; readonly message: string; readonly advice?: string }[];
}

let database: TestDatabase;
let server: ServerProcess;
let env: Record<string, string>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-doctor-'));
  await waitForDisk('on');
  database = await createTestDatabase();
  env = await serverEnv(database, { SLUICE_FILES_DIR: folder });
  server = await startServerProcess(env);
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  await waitForDisk('off');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function examine(
  more: Readonly<Record<string, string>> = {},
  ...options: readonly string[]
): Promise<Report & { readonly code: number | null }> {
  const { code, out } = await runSluice(['doctor', '--json', ...options], { ...env, ...more });
  return { code, ...(JSON.parse(out) as Report) };
}

const allChecks = new Set([
  'node',
  'configuration',
  'database',
  'database version',
  'durability',
  'connections',
  'sessions',
  'standbys',
  'writes',
  'clock',
  'transactions',
  'schema',
  'projections',
  'encryption key',
  'operator key',
  'audit log',
  'triggers',
  'money',
  'files',
  'sandbox',
  'port',
  'metrics',
  'outbound',
]);

const checksOf = ({ findings }: Report): ReadonlySet<string> => new Set(findings.map(({ check }) => check));
const about = ({ findings }: Report, check: string): Report['findings'] => findings.filter((finding) => finding.check === check);

describe('npx sluice doctor', () => {
  it('names deployed workflows whose triggers a release without triggers did not register', async () => {
    const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    const starter = fieldBlock('start', 'starter', { startWorkflow: 'schedule', scheduleType: 'daily', dailyTime: '09:00' });
    const workflow = { version: '1.0', state: { ...triggered(starter), metadata: { name: 'From before' } } };
    const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
      workspaceId: body.data[0]?.id,
      workflow,
    });
    const { id } = imported.data;
    await server.call('POST', `/api/v1/workflows/${id}/deploy`);
    expect(about(await examine({ PORT: '0' }), 'triggers')).toMatchObject([{ status: 'ok' }]);
    // As the release before triggers has left it.
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query('delete from ledger_event where stream_id in (select id from trigger where workflow_id = $1)', [id]);
    await client.query('delete from trigger where workflow_id = $1', [id]);
    await client.end();
    const [finding] = about(await examine({ PORT: '0' }), 'triggers');
    expect(finding).toMatchObject({
      status: 'warn',
      message: `1 deployed workflow with triggers that start nothing: From before (${id})`,
      advice: expect.stringContaining('npx sluice workflows deploy'),
    });
    expect((await server.call('POST', `/api/v1/workflows/${id}/deploy`)).status).toBe(200);
    expect(about(await examine({ PORT: '0' }), 'triggers')).toMatchObject([{ status: 'ok' }]);
  }, 60_000);

  it('verifies all stored runs with --deep, and names a run that was rewritten', async () => {
    const workspaces = await server.call('GET', '/api/v1/workspaces');
    const [{ id: workspaceId }] = (workspaces.body as { data: [{ id: string }] }).data;
    const workflow = await server.call('POST', '/api/v1/workflows', { workspaceId, name: 'Examined' });
    const { id } = (workflow.body as { data: { id: string } }).data;
    await server.call('PUT', `/api/v1/workflows/${id}/state`, { state: greeting() });
    await server.call('POST', `/api/v1/workflows/${id}/deploy`);
    const run = await server.call('POST', `/api/workflows/${id}/execute`, {});
    const { executionId } = run.body as { executionId: string };
    await eventually(async () => {
      const { body } = await server.call('GET', `/api/workflows/${id}/executions/${executionId}`);
      expect(body).toMatchObject({ integrity: { status: 'verified' } });
    });
    expect(about(await examine({}, '--deep'), 'runs')).toMatchObject([
      { status: 'ok', message: expect.stringMatching(/^\d+ streams? as recorded/) },
    ]);
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query(`update run_event set data = (replace(data::text, 'hello', 'hallo'))::json`);
    await client.end();
    const report = await examine({}, '--deep');
    expect(report).toMatchObject({ code: 1, status: 'failing' });
    expect(about(report, 'runs')).toMatchObject([
      { status: 'fail', message: expect.stringMatching(`^${executionId}: Events 1 to \\d are not as recorded$`) },
    ]);
  }, 60_000);

  it('finds nothing that fails beside a server at work, and looks at everything', async () => {
    const report = await examine();
    expect(report).toMatchObject({ code: 0, status: 'ok' });
    expect(checksOf(report)).toEqual(allChecks);
    expect(about(report, 'port')).toEqual([expect.objectContaining({ status: 'ok', message: `a server answers at ${env.PORT}` })]);
    expect(about(report, 'money')).toEqual([expect.objectContaining({ status: 'ok' })]);
    expect(about(report, 'encryption key')).toEqual([expect.objectContaining({ status: 'ok' })]);
  });

  it('reports that the database is down, and runs the other checks', async () => {
    const report = await examine({ DATABASE_URL: 'postgres://sluice:secret@127.0.0.1:1/sluice' });
    expect(report).toMatchObject({ code: 1, status: 'failing' });
    expect(about(report, 'database')).toEqual([
      expect.objectContaining({ status: 'fail', message: expect.stringContaining('refuses connections') }),
    ]);
    expect(about(report, 'sandbox')).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain('secret');
  });

  it('fails when the encryption key opens nothing that is stored, and says what to do', async () => {
    const report = await examine({ SLUICE_ENCRYPTION_KEY: '1'.repeat(64) });
    expect(report.code).toBe(1);
    expect(about(report, 'encryption key')).toEqual([
      expect.objectContaining({
        status: 'fail',
        message: expect.stringContaining('cannot be decrypted with a known key'),
        advice: expect.any(String),
      }),
    ]);
    expect(about(report, 'audit log')).toEqual([
      {
        check: 'audit log',
        status: 'fail',
        message: 'the signing key cannot be decrypted: no entry is recorded until it can',
        advice: 'Set SLUICE_ENCRYPTION_KEY to the key that encrypted it, or add that key to SLUICE_ENCRYPTION_KEY_PREVIOUS.',
      },
    ]);
  });

  it('makes nothing where nothing is yet', async () => {
    const { code, out } = await runSluice(['doctor'], { SLUICE_DATA_DIR: join(folder, 'new'), PORT: '0' });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`the first start creates one in ${join(folder, 'new')}`) });
    expect(await readdir(folder)).not.toContain('new');
  });

  it('goes through all its checks even when a setting is misspelt or invalid, and lists every problem of the configuration', async () => {
    const report = await examine({ PORT: 'many', SLUICE_ROLE: 'boss', SLUICE_ROLES: 'all' });
    expect(checksOf(report)).toEqual(allChecks);
    expect(about(report, 'configuration').map(({ message }) => message.split(' ')[0])).toEqual(['PORT', 'SLUICE_ROLE', 'SLUICE_ROLES']);
    expect(report.code).toBe(1);
    for (const check of ['database', 'schema', 'encryption key', 'sandbox', 'outbound'])
      expect(about(report, check)).toEqual([expect.objectContaining({ status: 'ok' })]);
    expect(about(report, 'port')).toEqual([expect.objectContaining({ status: 'warn' })]);
    const unsure = await examine({ SLUICE_ENCRYPTION_KEY: 'short' });
    expect(about(unsure, 'database')).toEqual([expect.objectContaining({ status: 'warn' })]);
    expect(about(unsure, 'sandbox')).toHaveLength(1);
  });
});

describe('npx sluice completion', () => {
  it('completes commands, options and values in bash', async () => {
    const { out: script } = await runSluice(['completion', 'bash']);
    const complete = (...words: readonly string[]): string[] => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const program = `${script}\nCOMP_WORDS=(sluice ${line}); COMP_CWORD=${words.length}; _sluice; echo "\${COMPREPLY[*]}"`;
      return spawnSync('bash', ['-c', program], { encoding: 'utf8' }).stdout.trim().split(' ');
    };
    expect(complete('doc')).toEqual(['doctor']);
    expect(complete('audit', 'exp')).toEqual(['export']);
    expect(complete('backup', 'some-file', '--w')).toEqual(['--with-files']);
    expect(complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
  });

  it('knows no other shells', async () => {
    expect(await runSluice(['completion', 'cmd'])).toMatchObject({ code: 64, error: expect.stringContaining('bash, zsh, fish') });
  });
});
