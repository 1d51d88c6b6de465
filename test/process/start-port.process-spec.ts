import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { freePort, serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { runSluice } from '../support/sluice-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const started: ServerProcess[] = [];
async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(env);
  started.push(server);
  return server;
}
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('SIGTERM');
});

describe('a first start on a port that is in use', () => {
  let folder: string;
  let dataDir: string;
  let other: Server;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-port-'));
    await chmod(folder, 0o755);
    dataDir = join(folder, 'data');
    other = createServer().listen(0, '0.0.0.0');
    await once(other, 'listening');
    ({ port } = other.address() as AddressInfo);
  });
  afterAll(async () => {
    other.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('ends with one sentence that has the remedy, and creates nothing', async () => {
    const { code, out, error } = await runSluice([], { PORT: String(port), SLUICE_DATA_DIR: dataDir });
    expect({ code, out, error }).toEqual({
      code: 1,
      out: '',
      error: `Port ${port} is already in use. Set PORT, for example PORT=${port + 1}\n`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('does not cost the key: the next start on a free port prints it, and later starts say how to get another one', async () => {
    const env = { SLUICE_DATA_DIR: dataDir, PORT: String(await freePort()), SLUICE_BOOTSTRAP_API_KEY: '' };
    const first = await start(env);
    await eventually(() => expect(first.output()).toMatch(/shown this once:\s+sk-sluice-/));
    await first.kill('SIGTERM');
    const second = await start(env);
    await eventually(() =>
      expect(second.output()).toContain('No operator has used an API key yet. If the first key is lost, npx sluice keys recover'),
    );
    expect(second.output()).not.toContain('sk-sluice-');
  });
});

describe('a first start on a metrics port that is in use', () => {
  it.each(['1', '2'])('names the setting, and creates nothing, with SLUICE_PROCESSES=%s', async (processes) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-metrics-port-'));
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      const dataDir = join(folder, 'data');
      const ports = { PORT: String(await freePort()), SLUICE_METRICS_PORT: String(port), SLUICE_HOST: '127.0.0.1' };
      expect(await runSluice([], { ...ports, SLUICE_PROCESSES: processes, SLUICE_DATA_DIR: dataDir })).toEqual({
        code: 1,
        out: '',
        error: `SLUICE_METRICS_PORT ${port}: cannot listen on 127.0.0.1 (EADDRINUSE). Set another port\n`,
      });
      expect(existsSync(dataDir)).toBe(false);
    } finally {
      other.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a start with PORT=0', () => {
  it.each(['1', '2'])(
    'prints the address that it has got, with SLUICE_PROCESSES=%s',
    async (processes) => {
      const database = await createTestDatabase();
      const settings = { PORT: '0', SLUICE_PROCESSES: processes, SLUICE_DATABASE_POOL: '3', SLUICE_LOG_LEVEL: 'info' };
      const child = background(await serverEnv(database, settings), 'pipe');
      let printed = '';
      child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      try {
        await eventually(() => expect(printed).toMatch(processes === '1' ? /"Sluice is ready"/ : /"All processes are ready"/), 100_000);
        const [, address = ''] = /Sluice is ready at (\S+)/.exec(printed) ?? [];
        expect(address).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
        expect((await fetch(`${address.replace('localhost', '127.0.0.1')}/health/ready`)).status).toBe(200);
        expect(printed).not.toContain('localhost:0');
      } finally {
        child.kill('SIGTERM');
        await once(child, 'exit');
        await database.drop();
      }
    },
    120_000,
  );
});

describe('a start', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('answers 503 from the moment it has its port until it is ready', async () => {
    const env = await serverEnv(database);
    const url = `http://127.0.0.1:${env.PORT}`;
    await client.query(`select pg_advisory_lock(hashtext('sluice_migrations'))`);
    const child = background(env);
    try {
      await eventually(async () => expect((await fetch(`${url}/health/live`)).status).toBe(200), 50_000);
      const refused = await fetch(`${url}/api/v1/workspaces`);
      expect({ status: refused.status, retryAfter: refused.headers.get('retry-after'), body: await refused.json() }).toEqual({
        status: 503,
        retryAfter: '1',
        body: { error: 'The server is starting. Please retry shortly.', code: 'UNAVAILABLE' },
      });
      expect((await fetch(`${url}/health/ready`)).status).toBe(503);
      // A reload that comes too early.
      child.kill('SIGHUP');
      await client.query('select pg_advisory_unlock_all()');
      await eventually(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), 50_000);
      expect((await fetch(`${url}/api/v1/workspaces`, { headers: { 'x-api-key': testKey } })).status).toBe(200);
    } finally {
      await client.query('select pg_advisory_unlock_all()');
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  it('does not print a key that the operator has chosen, and says when it has stopped', async () => {
    const empty = await createTestDatabase();
    try {
      const server = await start({ ...(await serverEnv(empty)), SLUICE_LOG_LEVEL: 'info' });
      await eventually(() => expect(server.output()).toContain('Your API key is the value of SLUICE_BOOTSTRAP_API_KEY'));
      await server.kill('SIGTERM');
      expect(server.output()).not.toContain(testKey);
      expect(server.output()).toMatch(/Stopping: finishing the work at hand[\s\S]*"Stopped"/);
    } finally {
      await empty.drop();
    }
  });

  it('says that no operator has a key when the only one has ended', async () => {
    await (await start(await serverEnv(database))).kill('SIGTERM');
    await client.query(`update api_key set expires_at = now() - interval '1 day'`);
    const server = await start(await serverEnv(database));
    await eventually(() => expect(server.output()).toContain('No operator has an API key that works. npx sluice keys recover creates one'));
  });
});

/** A server that is not waited for. */
function background(env: Record<string, string>, output: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  return spawn(process.execPath, ['dist/bundle/main.js'], {
    env: { PATH: process.env.PATH ?? '', SLUICE_HOST: '127.0.0.1', SLUICE_BOOTSTRAP_API_KEY: testKey, ...env },
    stdio: ['ignore', output, output],
  });
}
