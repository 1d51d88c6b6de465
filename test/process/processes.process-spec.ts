import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { childEnvironment } from '../support/child-environment.js';
import { eventually } from '../support/eventually.js';
import { refuseWith, startFaultProxy } from '../support/fault-proxy.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const labels = ['api-1', 'api-2', 'worker-1', 'follower-1'];

let database: TestDatabase;
let server: ServerProcess;
let env: Record<string, string>;
let execute: string;

beforeAll(async () => {
  database = await createTestDatabase();
  env = await serverEnv(database, { SLUICE_PROCESSES: '4', SLUICE_DATABASE_POOL: '3', SLUICE_LOG_LEVEL: 'info' });
  server = await startServerProcess(env);
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body } = await server.call<{ data: { id: string }[] }>('GET', `/api/v1/workflows?workspaceId=${workspaces.data[0]?.id}`);
  execute = `/api/workflows/${body.data[0]?.id}/execute`;
  await eventually(() => expect(server.output()).toContain('All processes are ready'), 150_000);
}, 240_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
});

/** The processes that the supervisor has started, by their label. */
function children(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      const label = readFileSync(`/proc/${name}/environ`, 'utf8')
        .split('\0')
        .find((setting) => setting.startsWith('PROCESS_LABEL='));
      if (Number(parent) === server.child.pid && label !== undefined) found.set(label.slice('PROCESS_LABEL='.length), Number(name));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();

/** Starts runs until it is stopped. @returns how many there were, and the answers that were none */
function running(): () => Promise<{ runs: number; failed: string[] }> {
  let isStopped = false;
  let runs = 0;
  const failed: string[] = [];
  const client = async (): Promise<void> => {
    while (!isStopped) {
      const answer = await server.call('POST', execute, { n: 1 }).catch((error: unknown) => ({ status: String(error) }));
      runs += 1;
      if (answer.status !== 200) failed.push(String(answer.status));
    }
  };
  const clients = [client(), client(), client(), client()];
  return async () => {
    isStopped = true;
    await Promise.all(clients);
    return { runs, failed };
  };
}

describe('several processes', () => {
  it('share the port, and lines and metrics name their process', async () => {
    expect([...children().keys()].toSorted()).toEqual(labels.toSorted());
    for (let i = 0; i < 40; i += 1) expect((await server.call('POST', execute, { n: i })).status).toBe(200);
    await eventually(async () => {
      const text = await metrics();
      for (const label of labels) expect(text).toContain(`process_resident_memory_bytes{process="${label}"}`);
      const answered = [...text.matchAll(/^sluice_appends_total\{process="api-\d"\} (\d+)$/gm)].map(([, count]) => Number(count));
      expect(answered.filter((count) => count > 0)).toHaveLength(2);
    });
    expect(server.output()).toMatch(/"process":"follower-1".*Sluice is ready/);
  }, 60_000);

  it('are started again when they are killed', async () => {
    const killed = children();
    for (const pid of killed.values()) process.kill(pid, 'SIGKILL');
    await eventually(() => {
      const present = children();
      for (const label of labels) expect([undefined, killed.get(label)]).not.toContain(present.get(label));
    }, 60_000);
    await eventually(async () => {
      const text = await metrics();
      for (const label of labels) expect(text).toContain(`process_resident_memory_bytes{process="${label}"}`);
    }, 120_000);
    expect((await server.call('POST', execute, { n: 1 })).status).toBe(200);
  }, 180_000);

  it('are replaced one by one on SIGHUP while no request fails', async () => {
    const before = new Set(children().values());
    const stop = running();
    server.child.kill('SIGHUP');
    await eventually(() => expect(server.output()).toContain('Reloaded'), 200_000);
    const { runs, failed } = await stop();
    expect([failed, runs > 0]).toEqual([[], true]);
    const after = children();
    expect([...after.keys()].toSorted()).toEqual(labels.toSorted());
    expect([...after.values()].filter((pid) => before.has(pid))).toEqual([]);
  }, 240_000);

  it('finish their work and end on SIGTERM, also the one that is being replaced', async () => {
    const lines = (message: string): number => server.output().split(`"msg":"${message}`).length - 1;
    const stop = running();
    const before = lines('Stopping');
    server.child.kill('SIGHUP');
    await eventually(() => expect(lines('Stopping')).toBe(before + 1), 60_000);
    // Later than what counts as the same signal.
    await new Promise((resolve) => setTimeout(resolve, 800));
    const pids = [...children().values()];
    const ended = server.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    await stop();
    expect(lines('Stopped')).toBe(lines('Stopping'));
    expect(pids.filter((pid) => readdirSync('/proc').includes(String(pid)))).toEqual([]);
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    const { rows } = await client.query(
      `select (select count(*)::int from run_event where type = 'execution.started') - (select count(*)::int from run_event where type = 'execution.completed') as open`,
    );
    await client.end();
    expect(rows).toEqual([{ open: 0 }]);
  }, 60_000);

  it('wait at their start for a database that is starting', async () => {
    const starting = refuseWith('57P03', 'the database system is starting up');
    const proxy = await startFaultProxy(database.connectionString);
    proxy.failNext(starting, starting, starting);
    server = await startServerProcess({ ...env, ...(await serverEnv({ connectionString: proxy.url })), SLUICE_PROCESSES: '2' });
    expect(server.output()).toMatch(/the database system is starting up\. .+ The start waits for it, 60 s at most\./);
    await server.kill('SIGTERM');
    await proxy.close();
  }, 120_000);

  it.each([
    [{ SLUICE_PROCESSES: '64' }, 'SLUICE_PROCESSES is 64: these processes may open'],
    [{ SLUICE_PROCESSES: '2', SLUICE_ROLE: 'worker' }, 'SLUICE_PROCESSES is 2: several processes need SLUICE_ROLE all, not worker'],
    [{ SLUICE_PROCESSES: '0' }, 'SLUICE_PROCESSES must be auto or a whole number from 1 to 64'],
  ])(
    'are refused with %j',
    async (settings, problem) => {
      const child = spawn(process.execPath, ['dist/bundle/main.js'], { env: { ...childEnvironment, ...env, ...settings } });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const [code] = (await once(child, 'exit')) as [number];
      expect([code, output]).toEqual([78, expect.stringContaining(problem)]);
    },
    60_000,
  );
});
