import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { eventually } from '../support/eventually.js';
import { refuseWith, startFaultProxy } from '../support/fault-proxy.js';
import { functionBlock, inARow } from '../support/run-api.js';
import { freePort, serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function runToItsEnd(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/bundle/main.js', ...args], { env: { PATH: process.env.PATH ?? '', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

const started: ServerProcess[] = [];
async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(env);
  started.push(server);
  return server;
}
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('SIGTERM');
});

async function deploy(server: ServerProcess, code: string): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: { version: '1.0', state: { ...inARow(functionBlock('work', code)), metadata: { name: 'Work' } } },
  });
  await server.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
  return body.data.id;
}

describe('the command', () => {
  it('prints all problems of the configuration, one per line, and exits with 78', async () => {
    const { code, output } = await runToItsEnd([], { PORT: 'many', SLUICE_ROLE: 'boss', DATABASE_URL: 'mysql://x', SLUICE_TYPO: '1' });
    expect(code).toBe(78);
    for (const name of ['PORT', 'SLUICE_ROLE', 'DATABASE_URL', 'SLUICE_TYPO']) expect(output).toMatch(new RegExp(`^ +${name} `, 'm'));
  });

  it('requires an encryption key with DATABASE_URL', async () => {
    const { code, output } = await runToItsEnd([], { DATABASE_URL: 'postgres://localhost/x' });
    expect(code).toBe(78);
    expect(output).toContain('SLUICE_ENCRYPTION_KEY');
  });

  it('lists its settings with --help', async () => {
    const { code, output } = await runToItsEnd(['--help']);
    expect(code).toBe(0);
    expect(output).toContain('SLUICE_OUTBOUND_ALLOW');
  });

  it('says that the database cannot be reached, without the password', async () => {
    const port = String(await freePort());
    const env = {
      DATABASE_URL: `postgres://user:very-secret@127.0.0.1:${port}/x`,
      SLUICE_DATABASE_WAIT: '0s',
      SLUICE_ENCRYPTION_KEY: '0'.repeat(64),
      PORT: '0',
    };
    const { code, output } = await runToItsEnd([], env);
    expect(code).toBe(1);
    expect(output).toMatch(/database/i);
    expect(output).not.toContain('very-secret');
  });
});

describe('a start before its database', () => {
  it('waits until the database is ready', async () => {
    const database = await createTestDatabase();
    const starting = refuseWith('57P03', 'the database system is starting up');
    const proxy = await startFaultProxy(database.connectionString);
    proxy.failNext(starting, starting, starting);
    const server = await start(await serverEnv({ connectionString: proxy.url }));
    expect(server.output()).toMatch(/the database system is starting up\. .+ The start waits for it, 60 s at most\./);
    await server.kill('SIGTERM');
    await proxy.close();
    await database.drop();
  });
});

describe('a first start with nothing but a folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-first-'));
    await chmod(folder, 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('prints a curl that works as pasted, and everything is still there after a kill', async () => {
    const env = { SLUICE_DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), SLUICE_BOOTSTRAP_API_KEY: '' };
    const first = await start(env);
    const curl = /^ {4}(curl [\s\S]*?'\{.*\}')$/m.exec(first.output())?.[1] ?? '';
    const run = async (): Promise<string> => (await promisify(execFile)('sh', ['-c', curl])).stdout;
    expect(JSON.parse(await run())).toEqual({ customer: 'Ada', fee: 10 });

    await first.kill('SIGKILL');
    const second = await start(env);
    expect(JSON.parse(await run())).toEqual({ customer: 'Ada', fee: 10 });
    expect(second.output()).not.toContain('curl');
    const key = /X-API-Key: (\S+)'/.exec(curl)?.[1] ?? '';
    const logs = async (): Promise<number> => {
      const workspaces = await second.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces', undefined, { 'x-api-key': key });
      const path = `/api/v1/logs?workspaceId=${workspaces.body.data[0]?.id}`;
      return (await second.call<{ data: unknown[] }>('GET', path, undefined, { 'x-api-key': key })).body.data.length;
    };
    expect(await logs()).toBe(2);
    expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});

describe('npm start', () => {
  let database: TestDatabase;
  let home: string;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await createTestDatabase();
    home = await mkdtemp(join(tmpdir(), 'sluice-home-'));
    env = { HOME: home, npm_config_update_notifier: 'false', ...(await serverEnv(database)), SLUICE_LOG_LEVEL: 'info' };
  });
  afterEach(async () => {
    await database.drop();
    await rm(home, { recursive: true, force: true });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('passes %s on to the server, which stops gracefully', async (signal) => {
    const npm = await startServerProcess(env, ['npm', 'start']);
    expect(await npm.kill(signal)).toEqual({ code: 0, signal: null });
    expect(npm.output()).toContain('finishing the work at hand');
    await expect(fetch(`${npm.url}/health/live`)).rejects.toThrow('fetch failed');
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('stops gracefully when a terminal interrupts npm and the server at once', async () => {
    const npm = await startServerProcess(env, ['setsid', 'npm', 'start']);
    process.kill(-(npm.child.pid ?? 0), 'SIGINT');
    const [code] = (await once(npm.child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(npm.output()).toContain('finishing the work at hand');
  });
});

async function runsIn({ connectionString }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ n: number }>('select count(distinct stream_id)::int as n from run_event');
  await client.end();
  return rows[0]?.n ?? 0;
}

describe('processes on one database', () => {
  let database: TestDatabase;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    env = { DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: '0'.repeat(64), SLUICE_LOG_LEVEL: 'warn' };
  });
  afterAll(() => database.drop());

  it('share the work by their roles', async () => {
    const api = await start({ ...env, SLUICE_ROLE: 'api' });
    const workflow = await deploy(api, 'return 42');
    const { body: accepted } = await api.call<{ jobId: string }>('POST', `/api/workflows/${workflow}/execute`, { async: true });
    const job = async (): Promise<JobResponse> => (await api.call<JobResponse>('GET', `/api/jobs/${accepted.jobId}`)).body;
    expect((await job()).status).toBe('queued');
    const worker = await start({ ...env, SLUICE_ROLE: 'worker' });
    const refused = await fetch(`${worker.url}/api/v1/workspaces`, { headers: { 'x-api-key': testKey, 'x-request-id': 'at-the-worker' } });
    expect({ status: refused.status, body: await refused.json() }).toEqual({
      status: 404,
      body: { error: 'Route not found', code: 'NOT_FOUND' },
    });
    for (const answer of [refused, await fetch(`${worker.url}/health/live`, { headers: { 'x-request-id': 'at-the-worker' } })]) {
      expect(answer.headers.get('x-request-id')).toBe('at-the-worker');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    await eventually(async () => expect((await job()).status).toBe('completed'));
  });

  it('finish the requests at hand before they stop, and exit with 0', async () => {
    const server = await start(env);
    const workflow = await deploy(server, 'for (let i = 0; i < 1e9; i++); return "finished"');
    const before = await runsIn(database);
    const running = server.call<{ output: { result: string } }>('POST', `/api/workflows/${workflow}/execute`, {});
    await eventually(async () => expect(await runsIn(database)).toBe(before + 1));
    const ended = await server.kill('SIGTERM');
    expect((await running).body.output.result).toBe('finished');
    expect(ended).toEqual({ code: 0, signal: null });
  });

  it('return jobs to the queue when they stop, and another process continues them', async () => {
    const first = await start(env);
    const workflow = await deploy(first, 'for (let i = 0; i < 3e8; i++); return 1');
    const accepted = await Promise.all(
      Array.from({ length: 20 }, () => first.call<{ jobId: string }>('POST', `/api/workflows/${workflow}/execute`, { async: true })),
    );
    await first.kill('SIGTERM');
    const second = await start(env);
    for (const { body } of accepted) {
      await eventually(async () => {
        const job = await second.call<JobResponse>('GET', `/api/jobs/${body.jobId}`);
        expect(job.body.status).toBe('completed');
      }, 30_000);
    }
  });
});
